import { isIP, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Returns the client's address: `peer` of the connection or, after a trusted proxy, the right-most address of `X-Forwarded-For`
 * that is not a trusted proxy. `forwarded` has the header's lines in order. Entries to the left come from untrusted senders and
 * are ignored. If an entry is invalid, the result is the peer. The result has its shortest form; an IPv4 address inside an IPv6
 * address becomes IPv4.
 */
export type ClientAddress = (peer: string, forwarded: () => readonly string[]) => string;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** `trustedProxies` are networks as CIDR. */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const networks = trustedProxies.map((text) => ipaddr.parseCIDR(text));
  const isTrusted = (address: Address): boolean =>
    networks.some(([network, bits]) => address.kind() === network.kind() && address.match([network, bits]));
  return (peer, forwarded) => {
    const from = parseAddress(peer);
    if (from === null) return peer;
    return (isTrusted(from) ? (namedBy(forwarded(), isTrusted) ?? from) : from).toString();
  };
}

/** `null` when the header is absent or contains an invalid address. */
function namedBy(lines: readonly string[], isTrusted: (address: Address) => boolean): Address | null {
  let farthest: Address | null = null;
  for (const entry of lines.join(",").split(",").reverse()) {
    const text = entry.trim();
    if (text === "") continue;
    const address = parseEntry(text);
    if (address === null || !isTrusted(address)) return address;
    farthest = address;
  }
  return farthest;
}

/** `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:4711`. Source: RFC 7239, section 6. */
function parseEntry(text: string): Address | null {
  const bracketed = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1];
  if (bracketed !== undefined) return isIPv6(bracketed) ? parseAddress(bracketed) : null;
  return parseAddress(/^([\d.]+):\d{1,5}$/.exec(text)?.[1] ?? text);
}

/** A zone names a network link of the proxy and has no meaning here. */
const parseAddress = (text: string): Address | null =>
  isIP(text) !== 0 && !text.includes("%") ? ipaddr.process(text) : null;
