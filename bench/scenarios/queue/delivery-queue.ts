import { join } from "node:path";
import { createForwarding } from "../delivery/forwarding.ts";
import { describeArrivals, mistakesInArrivals, proveReplies } from "../delivery/prove-replies.ts";
import type { BenchContext } from "../scenario.types.ts";
import type { QueuePeer } from "./queue-contestant.ts";
import { queueName } from "./queue-contestant.ts";
import { createQueueHome } from "./queue-home.ts";

/** Agents' replies as jobs. */
export function createDeliveryQueue(packages: string, context: BenchContext): QueuePeer {
  const mistakes: string[] = [];
  const homeIn = (folder: string) => createQueueHome("bullmq-delivery", packages, folder);
  const forwarder = { name: queueName, start: (folder: string, url: string) => homeIn(folder).start(url) };
  return {
    runner: createForwarding(forwarder, context, mistakes),
    mistakes,
    async prove() {
      const folder = join(context.workFolder, "delivery", "queue-killed");
      const home = homeIn(folder);
      const chatIds = Array.from({ length: context.options.connections }, (_, at) => String(at + 1));
      const arrivals = await proveReplies(
        {
          open: async ({ url }) => ({ server: await home.start(url), token: "no-token", chatIds }),
          reopen: ({ url }) => home.start(url),
        },
        folder,
      );
      return { detail: describeArrivals(arrivals), mistakes: mistakesInArrivals(arrivals) };
    },
  };
}
