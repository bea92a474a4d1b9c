/** What a task answers, at once or later. */
type Answer = void | Promise<void>;

/** Runs tasks in the order in which they come. Each socket has one: an object made with a getter would have a hidden class for each of them. */
export class InOrder {
  #last: Promise<void> | null = null;
  #waiting = 0;

  /** Tasks that are not begun yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * At once when no earlier task is under way, in the same tick; else when every earlier one has ended, however it ended. Throws or
   * rejects with what the task does: it is nobody else's.
   */
  run(task: () => Answer): Answer {
    if (this.#last === null) {
      const running = task();
      return running instanceof Promise ? this.#follow(running) : running;
    }
    this.#waiting += 1;
    const begin = (): Answer => {
      this.#waiting -= 1;
      return task();
    };
    return this.#follow(this.#last.then(begin, begin));
  }

  #follow(running: Promise<void>): Promise<void> {
    this.#last = running;
    const end = (): void => {
      if (this.#last === running) this.#last = null;
    };
    running.then(end, end);
    return running;
  }
}
