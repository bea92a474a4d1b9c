import type { Logger } from "pino";
import type { Config } from "./config/config.types.ts";
import { withoutRedaction } from "./core/telemetry/log.ts";
import { createAddressGuard } from "./delivery/address/address-guard.ts";
import { createOutbound } from "./delivery/create-outbound.ts";
import { createRemotePictures } from "./delivery/pictures/remote-pictures.ts";
import { createKnownTokens } from "./domain/bot/known-tokens.ts";
import { openLocalAddresses } from "./domain/local-addresses.ts";
import type { Clock } from "./ports/clock.ts";
import type { Store } from "./ports/store.ts";

interface OutsideParts {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What goes to addresses that administrators and clients say, and where it may go; reads what the store knows of both. */
export async function openOutside({ config, store, clock, log }: OutsideParts) {
  const { outbound: policy, limits } = config;
  const botAccess = createKnownTokens({ store, clock });
  await botAccess.load();
  const localAddresses = await openLocalAddresses({ ...config, store, clock, log });
  const guard = createAddressGuard(policy, undefined, localAddresses);
  const plainLog = withoutRedaction(log);
  return {
    botAccess,
    localAddresses,
    checkTarget: guard.checkTargetResolved,
    outbound: createOutbound({ policy, limits, clock, log, plainLog, knownTokens: botAccess, guard }),
    // Clients say where pictures are: what an administrator allowed for configured addresses is not for them.
    pictures: createRemotePictures({ ...config, guard: createAddressGuard(policy), clock }),
  };
}
