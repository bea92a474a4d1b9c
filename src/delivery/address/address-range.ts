import ipaddr from "ipaddr.js";

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** A network: its address and the number of leading bits that count. */
export type Network = [Address, number];

/** A public address that belongs to the operator's own cloud (Azure's instance services). */
const reservedByClouds: readonly string[] = ["168.63.129.16"];
/** The only part of IPv6 that is assigned for public use. Source: RFC 4291, IANA. */
const globalUnicast: [ipaddr.IPv6, number] = [ipaddr.IPv6.parse("2000::"), 3];

const plainNames: Readonly<Record<string, string>> = {
  unspecified: "an unspecified address",
  broadcast: "a broadcast address",
  multicast: "a multicast address",
  linkLocal: "a link-local address",
  loopback: "a loopback address",
  carrierGradeNat: "an address of a carrier's own network",
  private: "a private address",
  uniqueLocal: "a private address",
  deprecatedSiteLocal: "a private address",
};

/**
 * Loopback, RFC 1918 and unique local addresses (RFC 4193): the own machine and network. Link-local addresses do not belong to it, because
 * cloud metadata services use them.
 */
const localNetworks: readonly Network[] = [
  ...["127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16"],
  ...["::1/128", "fc00::/7"],
].map((text) => ipaddr.parseCIDR(text));
/** Cloud metadata services with unique local addresses, of AWS and Google. */
const localMetadata: readonly Network[] = ["fd00:ec2::/32", "fd20:ce::/32"].map((text) => ipaddr.parseCIDR(text));

/** Whether an administrator may allow this address. Source: AUTH-06. */
export const isLocal = (text: string): boolean => isInside(text, localNetworks) && !isInside(text, localMetadata);

/** Parses `10.0.0.0/8` or a single address. Throws for anything else. */
export function parseNetwork(text: string): Network {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

export function isAddress(text: string): boolean {
  return ipaddr.isValid(text);
}

/** Whether the address is in one of the networks. `::ffff:a.b.c.d` counts as its IPv4 address. */
export function isInside(text: string, networks: readonly Network[]): boolean {
  const address = ipaddr.process(text);
  return networks.some(([network, bits]) => {
    if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits);
    return network instanceof ipaddr.IPv6 && address.match(network, bits);
  });
}

/**
 * Returns why an address is not public, in words that follow "is", or `null` when it is public. An IPv6 address that carries an
 * IPv4 address is judged by the latter. Source: AUTH-06.
 */
export function nonPublicReason(text: string): string | null {
  const address = ipaddr.process(text);
  return address instanceof ipaddr.IPv4 ? reasonOfIpv4(address) : reasonOfIpv6(address);
}

function reasonOfIpv4(address: ipaddr.IPv4): string | null {
  if (reservedByClouds.includes(address.toString())) return "an address of cloud instance services";
  const range = address.range();
  return range === "unicast" ? null : (plainNames[range] ?? "a reserved address");
}

function reasonOfIpv6(address: ipaddr.IPv6): string | null {
  const embedded = embeddedIpv4(address);
  if (embedded !== null) return reasonOfIpv4(embedded);
  const range = address.range();
  if (range === "unicast") return address.match(globalUnicast) ? null : "a reserved address";
  return plainNames[range] ?? "a reserved address";
}

/** Returns the IPv4 address in 64:ff9b::/96 (NAT64) and 2002::/16 (6to4). Source: RFC 6052, RFC 3056. */
function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const bytes = address.toByteArray();
  if (address.match(ipaddr.IPv6.parse("64:ff9b::"), 96)) return new ipaddr.IPv4(bytes.slice(12, 16));
  if (address.match(ipaddr.IPv6.parse("2002::"), 16)) return new ipaddr.IPv4(bytes.slice(2, 6));
  return null;
}
