import ipaddr from "ipaddr.js";

/** The part of an IPv6 address that a provider assigns; its customer chooses the rest. Source: RFC 6177. */
const networkParts = 4;

/**
 * The group under which an address is counted: an IPv4 address by itself, an IPv6 address by its /64. One customer has the complete
 * /64. Takes the shortest form of an address, as `clientAddress` returns it; any other text is its own group.
 */
export function addressGroup(address: string): string {
  if (!address.includes(":") || !ipaddr.IPv6.isValid(address)) return address;
  const { parts } = ipaddr.IPv6.parse(address);
  return `${parts
    .slice(0, networkParts)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}
