import { createFirstSteps } from "../../../domain/first-steps.ts";
import type { HttpServer } from "../../server/server.ts";
import { Callers } from "../desk/desk-caller.ts";
import { addOperations } from "../operation.ts";
import { photoOperations } from "../photos/photos.ts";
import { photoTransfers } from "../photos/receive-photo.ts";
import type { AdminParts } from "./admin-parts.ts";
import { agentOperations } from "./agents.ts";
import { ChannelRecords } from "./channel-records.ts";
import { channelOperations } from "./channels.ts";
import { clientOperations } from "./clients.ts";
import { departmentOperations } from "./departments.ts";
import { firstStepOperations } from "./first-steps.ts";
import { installationOperations } from "./installation.ts";
import { providerOperations } from "./providers.ts";

/** Registers the routes of administration on the server. */
export function registerAdmin(server: Pick<HttpServer, "route">, admin: AdminParts): void {
  const { runtime, accounts, store, limits, photos, declared, oneAtATime } = admin;
  const { outbound, previews, publicUrl, hasMail, hasSampleCustomer, checkTarget, endAgent } = admin;
  const { localAddresses, reload, backups, origin, operatorToken, thumbnailer, floors, transfers } = admin;
  const { directory, departments } = runtime;
  const callers = new Callers({ directory, accounts, origin, operatorToken });
  const records = new ChannelRecords({
    runtime,
    declared,
    photos,
    checkTarget,
    publicUrl,
    hasMail,
    hasSampleCustomer,
  });
  const { rateBucketsMax } = limits;
  const agents = { runtime, accounts, photos, declared, oneAtATime, endAgent };
  const receiver = { callers, photos, thumbnailer, floors, transfers: photoTransfers(limits, transfers) };
  addOperations(server, { callers, limits }, [
    ...channelOperations({ runtime, records, oneAtATime, store, outbound, previews, rateBucketsMax }),
    ...agentOperations(agents),
    ...photoOperations(agents, { records, photos, oneAtATime }, receiver),
    ...departmentOperations({ departments, declared, oneAtATime }),
    ...clientOperations({ runtime, store, publicUrl }),
    ...firstStepOperations({ reader: createFirstSteps({ store, directory }), directory, publicUrl, hasSampleCustomer }),
    ...installationOperations({ localAddresses, oneAtATime, reload, backups }),
    ...providerOperations({ runtime, declared, oneAtATime }),
  ]);
}
