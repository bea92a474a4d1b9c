import type { Config } from "../../src/config/config.types.ts";
import type { FreshRows } from "../../src/core/rows/fresh-rows.ts";
import { ownRows } from "../../src/core/rows/fresh-rows.ts";
import { createAddressGuard } from "../../src/delivery/address/address-guard.ts";
import { createRemotePictures } from "../../src/delivery/pictures/remote-pictures.ts";
import { createKnownTokens } from "../../src/domain/bot/known-tokens.ts";
import { openLocalAddresses } from "../../src/domain/local-addresses.ts";
import type { KnownTokens } from "../../src/ports/bot-access.ts";
import type { Clock } from "../../src/ports/clock.ts";
import type { Log } from "../../src/ports/log.ts";
import type { Store } from "../../src/ports/store.ts";
import { resolverOf } from "./hosts.ts";

interface TargetParts {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  readonly freshRows?: FreshRows;
  /** The address of each name. All other names resolve to nothing. */
  readonly hosts: Readonly<Record<string, string>>;
  /** Absent: the tokens that the store has. */
  readonly knownTokens?: KnownTokens;
}

/** Opens the parts that decide where a service may send to, and which tokens bots may be sent. */
export async function openTargets({ config, store, clock, log, hosts, knownTokens, freshRows = ownRows }: TargetParts) {
  const localAddresses = await openLocalAddresses({ ...config, store, clock, log, freshRows });
  const stored = createKnownTokens({ store, clock, freshRows });
  await stored.load();
  const resolver = resolverOf(hosts);
  return {
    botAccess: knownTokens ?? stored,
    localAddresses,
    checkTarget: createAddressGuard(config.outbound, resolver, localAddresses).checkTargetResolved,
    pictures: createRemotePictures({ ...config, guard: createAddressGuard(config.outbound, resolver), clock }),
  };
}
