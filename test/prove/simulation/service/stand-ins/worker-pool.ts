import type { Result } from "../../../../../src/core/result.ts";
import { ok } from "../../../../../src/core/result.ts";
import type { WorkerPool, WorkerPoolOptions } from "../../../../../src/tasks/worker-pool.ts";
import * as parseCustomerMessage from "../../../../../workers/parse-customer-message.ts";
import * as parseProviderEvent from "../../../../../workers/parse-provider-event.ts";
import { startingProcess, world } from "./world.ts";

type Run = (input: never) => unknown;

const tasks: Readonly<Record<string, Run>> = {
  "parse-customer-message": parseCustomerMessage.run,
  "parse-provider-event": parseProviderEvent.run,
};

/** Runs tasks in this thread, after a short delay. */
export function createWorkerPool<Input, Output>({ task }: WorkerPoolOptions): WorkerPool<Input, Output> {
  const { time, random } = world();
  const process = world().starting;
  return {
    run: (input) =>
      new Promise<Result<Output>>((resolve, reject) => {
        const run = tasks[task] as ((input: Input) => Output | Promise<Output>) | undefined;
        if (run === undefined) throw new Error(`Expected a task of the simulation, got ${task}`);
        time.after(random.between(0, 2), () =>
          (process ?? startingProcess()).enter(() => {
            Promise.resolve(input)
              .then(run)
              .then((output) => resolve(ok(output)), reject);
          }),
        );
      }),
    close: async () => undefined,
  };
}
