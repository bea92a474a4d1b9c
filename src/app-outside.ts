import type { AppParts } from "./app-parts.ts";
import type { Shares } from "./app-shares.ts";
import { withoutRedaction } from "./core/telemetry/log.ts";
import type { OutboundPolicy } from "./delivery/address/address-guard.ts";
import { createAddressGuard } from "./delivery/address/address-guard.ts";
import { createOutbound } from "./delivery/create-outbound.ts";
import { createRemotePictures } from "./delivery/pictures/remote-pictures.ts";
import { createKnownTokens } from "./domain/bot/known-tokens.ts";
import { createSharedTokens } from "./domain/bot/shared-tokens.ts";
import type { LocalAddressesSetting } from "./domain/local-addresses.ts";
import { openLocalAddresses } from "./domain/local-addresses.ts";
import type { CheckSavedTarget } from "./edge/routes/admin/admin-parts.ts";
import type { KnownTokens } from "./ports/bot-access.ts";
import type { Outbound } from "./ports/outbound.ts";
import type { Pictures } from "./ports/pictures.ts";

/** What the outbound side shares with the rest of the service. */
type OutsideParts = Pick<Shares, "store" | "peers" | "freshRows"> &
  Pick<AppParts, "config" | "clock" | "log" | "outbound" | "knownTokens" | "resolver" | "pictureNetworks">;

/** The outbound side. */
export interface Outside {
  readonly outbound: Outbound;
  /** The access tokens that the outbound side sends to bots. Source: AUTH-10. */
  readonly botAccess: KnownTokens;
  /** Resolves the host of a URL. Returns why requests to it are not allowed, or null when they are. Source: AUTH-06. */
  readonly checkTarget: CheckSavedTarget;
  readonly localAddresses: LocalAddressesSetting;
  readonly pictures: Pictures;
}

/** Opens the outbound side: requests to addresses that administrators and clients gave, and the guard that says which addresses are allowed. */
export async function openOutside(parts: OutsideParts): Promise<Outside> {
  const { config, store, clock, log, peers, freshRows, resolver } = parts;
  const { outbound: policy, limits } = config;
  const sharedTokens = peers.isAlone ? null : createSharedTokens({ store, peers, clock });
  const stored = createKnownTokens({ store, clock, freshRows });
  await stored.load();
  const { knownTokens = stored } = parts;
  const localAddresses = await openLocalAddresses({
    get localAddresses() {
      return config.localAddresses;
    },
    ...{ store, clock, log, freshRows },
  });
  const guard = createAddressGuard(policy, resolver, localAddresses);
  const picturePolicy: OutboundPolicy = {
    allow: parts.pictureNetworks ?? [],
    get allowHttp() {
      return policy.allowHttp;
    },
  };
  const own = (): Outbound =>
    createOutbound({
      ...{ policy, limits, clock, log, plainLog: withoutRedaction(log), knownTokens, guard },
      ...(sharedTokens && { sharedTokens }),
    });
  return {
    outbound: parts.outbound ?? own(),
    botAccess: knownTokens,
    localAddresses,
    checkTarget: guard.checkTargetResolved,
    // Clients choose the addresses of pictures. What an operator or administrator allowed is for configured targets only.
    pictures: createRemotePictures({
      get remotePictures() {
        return config.remotePictures;
      },
      ...{ limits, guard: createAddressGuard(picturePolicy, resolver), clock },
    }),
  };
}
