import type { Logger } from "pino";
import type { Config } from "./config/config.types.ts";
import { createFreshRows, ownRows } from "./core/rows/fresh-rows.ts";
import { withoutRedaction } from "./core/telemetry/log.ts";
import { createAddressGuard } from "./delivery/address/address-guard.ts";
import { createOutbound } from "./delivery/create-outbound.ts";
import { createRemotePictures } from "./delivery/pictures/remote-pictures.ts";
import { createKnownTokens } from "./domain/bot/known-tokens.ts";
import { createSharedTokens } from "./domain/bot/shared-tokens.ts";
import { openLocalAddresses } from "./domain/local-addresses.ts";
import type { Clock } from "./ports/clock.ts";
import type { Peers } from "./ports/peers.ts";
import type { RowNews } from "./ports/row-news.ts";
import { noRowNews } from "./ports/row-news.ts";
import type { Store } from "./ports/store.ts";

interface OutsideParts {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  /** The other processes on the store, and news of their writes. Absent when there are no other processes. */
  readonly peers?: Peers;
  readonly rowNews?: RowNews;
}

/** Opens the outbound side: requests to addresses that administrators and clients gave, and the guard that says which addresses are allowed. */
export async function openOutside({ config, store, clock, log, peers, rowNews = noRowNews }: OutsideParts) {
  const { outbound: policy, limits } = config;
  const freshRows = peers === undefined ? ownRows : createFreshRows({ store, rowNews, peers, clock });
  const sharedTokens = peers === undefined || peers.isAlone ? null : createSharedTokens({ store, peers, clock });
  const botAccess = createKnownTokens({ store, clock, freshRows });
  await botAccess.load();
  const localAddresses = await openLocalAddresses({
    get localAddresses() {
      return config.localAddresses;
    },
    ...{ store, clock, log, freshRows },
  });
  const guard = createAddressGuard(policy, undefined, localAddresses);
  const plainLog = withoutRedaction(log);
  return {
    botAccess,
    localAddresses,
    checkTarget: guard.checkTargetResolved,
    outbound: createOutbound({
      ...{ policy, limits, clock, log, plainLog, knownTokens: botAccess, guard },
      ...(sharedTokens && { sharedTokens }),
    }),
    // Clients choose the addresses of pictures. The addresses that an administrator allowed are for configured targets only.
    pictures: createRemotePictures({
      get remotePictures() {
        return config.remotePictures;
      },
      ...{ limits, guard: createAddressGuard(policy), clock },
    }),
  };
}
