/** A task that finishes in the same tick or later. */
type Answer = void | Promise<void>;

/**
 * Runs tasks in the order of their calls. Each socket has one. A class, because an object literal with a getter would have a hidden
 * class for each of them.
 */
export class InOrder {
  #last: Promise<void> | null = null;
  #waiting = 0;

  /** Tasks that have not begun yet. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Runs in the same tick when no earlier task is running; else when every earlier task has ended, whether it failed or not. Throws
   * or rejects only with the error of this task.
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
