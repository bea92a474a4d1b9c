/** A few jobs run one a turn of the event loop, so that other work can run in between; many jobs take about this many turns. */
const turnsMax = 256;

/** Runs jobs in order, a few in each turn of the event loop, starting in the next turn. */
export type Pacer = (job: () => void) => void;

/** For jobs that become due all at once: all requests to an endpoint that hangs end in one moment. */
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
