import type { Resolver } from "../../src/delivery/address/address-guard.ts";

/** Resolves only the given names. */
export const resolverOf =
  (hosts: Readonly<Record<string, string>>): Resolver =>
  (hostname, done) => {
    const address = hosts[hostname];
    done(null, address === undefined ? [] : [{ address, family: address.includes(":") ? 6 : 4 }]);
  };
