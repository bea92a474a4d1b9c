import type { Config } from "../../src/config/config.types.ts";
import { createAddressGuard } from "../../src/delivery/address/address-guard.ts";
import { createRemotePictures } from "../../src/delivery/pictures/remote-pictures.ts";
import { createLocalAddresses } from "../../src/domain/local-addresses.ts";
import type { Clock } from "../../src/ports/clock.ts";
import type { Log } from "../../src/ports/log.ts";
import type { Store } from "../../src/ports/store.ts";
import { resolverOf } from "./hosts.ts";

interface TargetParts {
  readonly config: Config;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** The address each name resolves to; any other resolves to nothing. */
  readonly hosts: Readonly<Record<string, string>>;
}

/** What says where a service may send to. */
export function openTargets({ config, store, clock, log, hosts }: TargetParts) {
  const localAddresses = createLocalAddresses({ ...config, store, clock, log });
  const resolver = resolverOf(hosts);
  return {
    localAddresses,
    checkTarget: createAddressGuard(config.outbound, resolver, localAddresses).checkTargetResolved,
    pictures: createRemotePictures({ ...config, guard: createAddressGuard(config.outbound, resolver), clock }),
  };
}
