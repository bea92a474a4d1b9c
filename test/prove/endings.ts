import type { Ending } from "../harness/temporary-folder.ts";

type End = () => unknown;

/** Cleanups, for harnesses that expect a test. The newest runs first, and each runs even if others fail. */
export class Endings implements Ending {
  readonly #ends: End[] = [];

  readonly teardown = (end: End): void => {
    this.#ends.push(end);
  };

  /** Runs all cleanups, and rejects with the first error afterwards. */
  async end(): Promise<void> {
    const errors: unknown[] = [];
    for (let end = this.#ends.pop(); end !== undefined; end = this.#ends.pop()) {
      try {
        await end();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}

/** Runs `body`, then its cleanups. When `signal` aborts, the cleanups run at once, and the promise rejects without waiting for the body. */
export async function withEndings<Found>(
  signal: AbortSignal,
  body: (endings: Endings) => Promise<Found>,
): Promise<Found> {
  const endings = new Endings();
  let abort = (): void => undefined;
  const stop = new Promise<never>((_resolve, reject) => {
    abort = () => reject(new Error(`Stopped by ${signal.reason}`));
    if (signal.aborted) abort();
    else signal.addEventListener("abort", abort);
  });
  try {
    return await Promise.race([body(endings), stop]);
  } finally {
    signal.removeEventListener("abort", abort);
    await endings.end();
  }
}
