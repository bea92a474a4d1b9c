/** More than a person writes while the service is away. */
const waitingMax = 50;

/** What one customer does, told to the service one after the other: a message never overtakes the news that it was typed. */
export class Outbox {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Carries the task out behind those before it; rejects as it does, and at once when too many wait. */
  add<Value>(task: () => Promise<Value>): Promise<Value> {
    if (this.#waiting >= waitingMax) return Promise.reject(new Error(`Expected at most ${waitingMax} waiting tasks.`));
    this.#waiting += 1;
    const done = this.#last.then(task).finally(() => {
      this.#waiting -= 1;
    });
    // Whoever asked for it hears how it went; the next one goes on in any case.
    this.#last = done.catch(() => undefined);
    return done;
  }
}
