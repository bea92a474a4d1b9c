import ipaddr from "ipaddr.js";

/** Bits of an IPv6 address that its provider gave away; whoever has them chooses the rest. Source: RFC 6177. */
const networkParts = 4;

/**
 * As whom an address is counted: an IPv4 address stands for itself, an IPv6 one for its /64, because one customer has all of that. Takes the
 * shortest form of an address, as `clientAddress` answers it; any other text stands for itself.
 */
export function addressGroup(address: string): string {
  if (!address.includes(":") || !ipaddr.IPv6.isValid(address)) return address;
  const { parts } = ipaddr.IPv6.parse(address);
  return `${parts
    .slice(0, networkParts)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}
