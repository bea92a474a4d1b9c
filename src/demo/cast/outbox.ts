/** More messages than a person writes while the service is down. */
const waitingMax = 50;

/** Sends the actions of one customer to the service in order, so that a message never overtakes its typing notice. */
export class Outbox {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** Runs the task after all earlier tasks. Rejects if the task rejects, and at once if too many tasks wait. */
  add<Value>(task: () => Promise<Value>): Promise<Value> {
    if (this.#waiting >= waitingMax) return Promise.reject(new Error(`Expected at most ${waitingMax} waiting tasks.`));
    this.#waiting += 1;
    const done = this.#last.then(task).finally(() => {
      this.#waiting -= 1;
    });
    // The caller of `add` gets the error. The next task runs in any case.
    this.#last = done.catch(() => undefined);
    return done;
  }
}
