import { isIP, isIPv6 } from "node:net";
import ipaddr from "ipaddr.js";

/**
 * Whose request it is: `peer` as the connection tells it, or, where the peer is a proxy of ours, the right-most address of
 * `X-Forwarded-For` that is none. `forwarded` has the header's lines in order. What stands left of that address was written by
 * nobody we trust and is not looked at; an entry that is no address leaves the peer. Answers the shortest form of an address,
 * an IPv4 one that came as IPv6 as what it is. A connection without an address may come from our own second address, by which `vouching` tells
 * the peer; null there when nobody does.
 */
export type ClientAddress = (
  peer: string,
  forwarded: () => readonly string[],
  vouching?: () => string | null,
) => string;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** `trustedProxies` are networks as CIDR. */
export function createClientAddress(trustedProxies: readonly string[]): ClientAddress {
  const networks = trustedProxies.map((text) => ipaddr.parseCIDR(text));
  const isTrusted = (address: Address): boolean =>
    networks.some(([network, bits]) => address.kind() === network.kind() && address.match([network, bits]));
  return (peer, forwarded, vouching) => {
    const from = parseAddress(peer === "" ? (vouching?.() ?? "") : peer);
    if (from === null) return peer;
    return (isTrusted(from) ? (namedBy(forwarded(), isTrusted) ?? from) : from).toString();
  };
}

/** `null` when the header is absent or names something else than an address. */
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

/** A zone names a link of the proxy's own: it says nothing here. */
const parseAddress = (text: string): Address | null =>
  isIP(text) !== 0 && !text.includes("%") ? ipaddr.process(text) : null;
