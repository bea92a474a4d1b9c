/** What a task answers, at once or later. */
type Answer = void | Promise<void>;

/** Runs tasks in the order in which they come. */
export interface InOrder {
  /** Tasks that are not begun yet. */
  readonly waiting: number;
  /**
   * At once when no earlier task is under way, in the same tick; else when every earlier one has ended, however it ended. Throws or
   * rejects with what the task does: it is nobody else's.
   */
  run(task: () => Answer): Answer;
}

export function createInOrder(): InOrder {
  let last: Promise<void> | null = null;
  let waiting = 0;
  const follow = (running: Promise<void>): Promise<void> => {
    last = running;
    const end = (): void => {
      if (last === running) last = null;
    };
    running.then(end, end);
    return running;
  };
  return {
    get waiting() {
      return waiting;
    },
    run(task) {
      if (last === null) {
        const running = task();
        return running instanceof Promise ? follow(running) : running;
      }
      waiting += 1;
      const begin = (): Answer => {
        waiting -= 1;
        return task();
      };
      return follow(last.then(begin, begin));
    },
  };
}
