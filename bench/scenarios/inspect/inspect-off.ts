import { loadColumns } from "../../load/figures/measure.ts";
import type { Launch } from "../../load/figures/slices.ts";
import { runSlices } from "../../load/figures/slices.ts";
import { buildVariant } from "../../load/service/variants.ts";
import type { DurableService, OpenService } from "../messages/durable-service.ts";
import { createDurableService } from "../messages/durable-service.ts";
import type { Scenario } from "../scenario.types.ts";
import { judgeCost } from "./inspect-cost.ts";

const costMax = 0.02;
const logLevel = "warn";

/**
 * The cost of the inspector while nobody watches: the load of `ingest`, compared with the same service built without the check
 * for watchers. Also the cost of keeping the steps, which are kept with and without a watcher: compared with a service that keeps
 * none.
 */
export const inspectOff: Scenario = async (context) => {
  const service = createDurableService({ name: "nobody watches", logLevel }, context);
  const others = [
    { name: "watching compiled out", logLevel, program: await buildVariant("unwatched") },
    { name: "no steps kept", logLevel, program: await buildVariant("no-history") },
  ] as const;
  const [unwatched, forgetful] = others.map((other) => createDurableService(other, context));
  const services = [unwatched, service, forgetful].filter((one) => one !== undefined);
  const measured = await runSlices("inspect-off", () => launchAll(services), context);
  const [without, present, bare] = measured;
  return {
    title: `inspect-off: nobody watches, ${context.options.chats} chats, ${context.options.connections} connections, log ${logLevel}`,
    columns: loadColumns,
    contestants: measured,
    verdicts: [
      ...(without && present ? judgeCost("nobody watches", without, present, costMax) : []),
      ...(bare && present ? judgeCost("steps kept", bare, present, null) : []),
    ],
    checks: [await service.proveDurable()],
    profile: context.options.profile ? [await service.profile()] : [],
  };
};

/** Opens all of them at once, because a service that is not measured has nothing to do. */
async function launchAll(services: readonly DurableService[]): Promise<Launch> {
  const opened: (OpenService & { readonly name: string })[] = [];
  for (const service of services) opened.push({ name: service.name, ...(await service.open()) });
  return {
    contestants: opened,
    close: async () => {
      for (const service of opened) await service.close();
    },
  };
}
