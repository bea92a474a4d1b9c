/**
 * If there are few jobs, one runs in each turn of the event loop, so that other work can run in between. Many jobs take about this
 * many turns.
 */
const turnsMax = 256;

/** Runs jobs in order, a few in each turn of the event loop, starting in the next turn. */
export type Pacer = (job: () => void) => void;

/** Used for jobs that become due at the same moment. An example is the end of all requests to an endpoint that hangs. */
export function createPacer(): Pacer {
  let jobs: (() => void)[] = [];
  const runSome = (): void => {
    const some = jobs.slice(0, Math.ceil(jobs.length / turnsMax));
    jobs = jobs.slice(some.length);
    if (jobs.length > 0) setImmediate(runSome);
    for (const job of some) job();
  };
  return (job) => {
    jobs.push(job);
    if (jobs.length === 1) setImmediate(runSome);
  };
}
