/** Few jobs go one in a turn of the event loop, what others wait for between them; many go in about this many turns. */
const turnsMax = 256;

/** Runs jobs in order, a few in each turn of the event loop, the first ones not before the next. */
export type Pacer = (job: () => void) => void;

/** For what falls due all at once: an endpoint that hangs lets everything that was sent to it end in one moment. */
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
