/** Limits how many tasks run at once and how many wait. Tasks of known people go first. */
export interface Gate {
  /**
   * Runs the task as soon as there is room. Returns `null` without running it when too many wait already. Some places are reserved
   * for known people.
   */
  run<Value>(task: () => Promise<Value>, isKnown?: boolean): Promise<Value> | null;
}

export function createGate(atOnce: number, waitingMax: number): Gate {
  let running = 0;
  const known: (() => void)[] = [];
  const strangers: (() => void)[] = [];
  const leave = (): void => {
    running -= 1;
    (known.shift() ?? strangers.shift())?.();
  };
  const enter = (waiting: (() => void)[]): Promise<void> =>
    new Promise((resolve) => {
      const go = (): void => {
        running += 1;
        resolve();
      };
      if (running < atOnce) go();
      else waiting.push(go);
    });
  return {
    run(task, isKnown = false) {
      const waiting = isKnown ? known : strangers;
      if (running >= atOnce && waiting.length >= waitingMax) return null;
      return enter(waiting).then(task).finally(leave);
    },
  };
}
