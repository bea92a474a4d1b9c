/** Runs the task when every earlier one has ended, whether it failed or not; returns the task's value. */
export type OneAtATime = <Value>(task: () => Promise<Value>) => Promise<Value>;

export function createOneAtATime(): OneAtATime {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task, task);
    last = run;
    return run;
  };
}
