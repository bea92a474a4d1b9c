import type { LookupAddress } from "node:dns";
import { lookup as resolve } from "node:dns";
import type { LookupFunction } from "node:net";
import ipaddr from "ipaddr.js";
import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import { ownNetworkHint } from "../../core/addresses/own-network.ts";
import type { Failure } from "../../core/result.ts";
import type { LocalAddresses } from "../../ports/local-addresses.ts";
import { noLocalAddresses } from "../../ports/local-addresses.ts";

/** The policy is read at each check, because it can change in place. */
export interface OutboundPolicy {
  /** Networks that are allowed although they are not public, as CIDR. */
  readonly allow: readonly string[];
  /** Whether plain http is allowed. Source: AUTH-05. */
  readonly allowHttp: boolean;
}

/** Exceptions from the policy for one kind of target. */
export interface TargetOptions {
  /** Plain http is allowed whatever the policy says, as for developer webhooks. Source: AUTH-05. */
  readonly allowHttp?: boolean;
}

/** Keeps requests to configured URLs out of the operator's own network. Source: AUTH-04 to AUTH-06. */
export interface AddressGuard {
  /** For saving: checks everything that needs no network. `null` means allowed so far. */
  checkTarget(url: string, options?: TargetOptions): Failure | null;
  /** For saving: also resolves the name. A name that does not resolve now is accepted, because each connection checks again. */
  checkTargetResolved(url: string, options?: TargetOptions): Promise<Failure | null>;
  /** Returns why a literal host is not allowed. `null` for names, which `lookup` checks. */
  refuseHost(hostname: string): RefusedTargetError | null;
  /** Resolves a name for a socket, to allowed addresses only. */
  readonly lookup: LookupFunction;
  /** Resolves for plain http where the policy forbids it: only to addresses of the own network that an administrator allowed. */
  readonly lookupPlain: LookupFunction;
  /** Changes with the set of allowed addresses. A result of an earlier revision may be wrong. */
  changes(): number;
  /** What this guard goes by at present, for the same guard in another thread. */
  facts(): GuardFacts;
}

export interface GuardFacts extends OutboundPolicy {
  readonly localAddresses: ReturnType<LocalAddresses["state"]>;
  /** The revision of `localAddresses`. */
  readonly changes: number;
}

/** A connection was refused. The message says why, and which setting allows it. */
export class RefusedTargetError extends Error {
  override readonly name = "RefusedTargetError";
}

export type Resolver = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

export const systemResolver: Resolver = (hostname, done) => resolve(hostname, { all: true, verbatim: true }, done);

/** Judges one address. */
interface Rules {
  readonly policy: OutboundPolicy;
  readonly local: LocalAddresses;
  /** Allowed although it is not public. */
  isAllowed(address: string): boolean;
}

/** `resolver` returns the addresses of a name. Throws when an entry of `policy.allow` is not a network. */
export function createAddressGuard(
  policy: OutboundPolicy,
  resolver: Resolver = systemResolver,
  local: LocalAddresses = noLocalAddresses,
): AddressGuard {
  const networks = createNetworks(policy);
  const rules: Rules = {
    policy,
    local,
    isAllowed: (address) => isInside(address, networks.allowed()) || (local.state() === "allowed" && isLocal(address)),
  };
  const createLookup =
    (choose: typeof chooseAddresses): LookupFunction =>
    (hostname, options, callback) => {
      resolver(hostname, (error, addresses) => {
        if (error !== null) return callback(error, "");
        const choice = choose(hostname, addresses, rules);
        if (choice instanceof RefusedTargetError) return callback(choice, "");
        if (options.all) return callback(null, [...choice]);
        const [first] = choice;
        callback(null, first?.address ?? "", first?.family);
      });
    };
  const lookup = createLookup(chooseAddresses);
  const lookupLocal = createLookup(chooseLocal);
  const resolveAll = (hostname: string): Promise<readonly LookupAddress[]> =>
    new Promise((done) => resolver(hostname, (error, found) => done(error === null ? found : [])));
  return {
    checkTarget: (text, options = {}) => checkText(text, rules, options),
    async checkTargetResolved(text, options = {}) {
      const refused = checkText(text, rules, options);
      const hostname = hostOf(text);
      if (hostname === null || isAddress(hostname) || isLoopbackName(hostname)) return refused;
      if (refused !== null && local.state() !== "refused") return refused;
      const addresses = await resolveAll(hostname);
      if (addresses.length === 0) return refused;
      const ofAddress = checkAddresses(hostname, addresses, rules);
      if (refused === null) return ofAddress ?? checkPlain(text, addresses, rules, options);
      return ofAddress?.message.endsWith(ownNetworkHint) ? ofAddress : refused;
    },
    refuseHost: (hostname) => refuseLiteral(withoutBrackets(hostname), rules),
    lookup,
    lookupPlain: (...asked) => (policy.allowHttp ? lookup : lookupLocal)(...asked),
    changes: () => local.changes() + networks.changes(),
    facts: () => ({
      allow: policy.allow,
      allowHttp: policy.allowHttp,
      localAddresses: local.state(),
      changes: local.changes(),
    }),
  };
}

/** The networks of the current policy, and its revision. The revision grows in larger steps than the one of the administrator's decisions. */
function createNetworks(policy: OutboundPolicy) {
  let { allow, allowHttp } = policy;
  let allowed = allow.map(parseNetwork);
  let changes = 0;
  const follow = (): void => {
    if (policy.allow === allow && policy.allowHttp === allowHttp) return;
    ({ allow, allowHttp } = policy);
    allowed = allow.map(parseNetwork);
    changes += changesOfOthersMax;
  };
  return {
    allowed() {
      follow();
      return allowed;
    },
    changes() {
      follow();
      return changes;
    },
  };
}

const changesOfOthersMax = 2 ** 32;

const refuse = (message: string): Failure => ({ code: "invalid_request", message });

function checkText(text: string, rules: Rules, options: TargetOptions): Failure | null {
  const hostname = hostOf(text);
  const refused = hostname === null ? null : refuseLiteral(hostname, rules);
  // The reason "own network" helps more than the reason "http".
  if (refused !== null && hostname !== null && hasHint(hostname, rules)) return refuse(refused.message);
  return checkScheme(text, rules, options) ?? (refused === null ? null : refuse(refused.message));
}

const hasHint = (hostname: string, { local }: Rules): boolean =>
  local.state() === "refused" && (isLoopbackName(hostname) || (isAddress(hostname) && isLocal(hostname)));

function checkScheme(text: string, { policy, local }: Rules, { allowHttp = false }: TargetOptions): Failure | null {
  const url = parseHttpUrl(text);
  if (url === null) return refuse(`The target must be an absolute ${allowHttp ? "http or https" : "https"} URL.`);
  if (url.protocol === "https:" || allowHttp || policy.allowHttp) return null;
  const hostname = withoutBrackets(url.hostname);
  // A name is judged when it is resolved.
  const mayBeLocal = isAddress(hostname) ? isLocal(hostname) : true;
  return local.state() === "allowed" && mayBeLocal ? null : plainRefused;
}

const plainRefused = refuse(
  "The target must be an https URL; plain http is allowed by the setting outbound.allowHttp.",
);

function checkAddresses(hostname: string, addresses: readonly LookupAddress[], rules: Rules): Failure | null {
  const choice = chooseAddresses(hostname, addresses, rules);
  return choice instanceof RefusedTargetError ? refuse(choice.message) : null;
}

/** A name that resolves to other addresses than the own network needs https. Source: AUTH-05. */
function checkPlain(
  text: string,
  addresses: readonly LookupAddress[],
  { policy }: Rules,
  { allowHttp = false }: TargetOptions,
): Failure | null {
  if (allowHttp || policy.allowHttp || parseHttpUrl(text)?.protocol === "https:") return null;
  return addresses.every(({ address }) => isLocal(address)) ? null : plainRefused;
}

function refuseLiteral(hostname: string, rules: Rules): RefusedTargetError | null {
  if (isAddress(hostname)) return isPermitted(hostname, rules) ? null : refusal(hostname, hostname, rules);
  if (!isLoopbackName(hostname)) return null;
  const isAllowed = rules.isAllowed("127.0.0.1") || rules.isAllowed("::1");
  return isAllowed ? null : refusal(hostname, "127.0.0.1", rules);
}

/**
 * Returns the addresses to connect to: all of them when all are public. When one is not public, the name is refused, unless it also has
 * an address that the operator allows. Then the allowed and the public ones are returned.
 */
function chooseAddresses(
  hostname: string,
  addresses: readonly LookupAddress[],
  rules: Rules,
): readonly LookupAddress[] | RefusedTargetError {
  const unwanted = addresses.find(({ address }) => !isPermitted(address, rules));
  if (unwanted === undefined) return addresses;
  if (!addresses.some(({ address }) => rules.isAllowed(address))) return refusal(hostname, unwanted.address, rules);
  return addresses.filter(({ address }) => isPermitted(address, rules));
}

/** For plain http: the name resolves to the own network only. */
function chooseLocal(
  hostname: string,
  addresses: readonly LookupAddress[],
  rules: Rules,
): readonly LookupAddress[] | RefusedTargetError {
  const choice = chooseAddresses(hostname, addresses, rules);
  if (choice instanceof RefusedTargetError) return choice;
  const isOwn = rules.local.state() === "allowed" && choice.every(({ address }) => isLocal(address));
  return isOwn ? choice : new RefusedTargetError(plainRefused.message);
}

const isPermitted = (address: string, rules: Rules): boolean =>
  nonPublicReason(address) === null || rules.isAllowed(address);

function refusal(hostname: string, address: string, { local }: Rules): RefusedTargetError {
  const what = hostname === address ? address : `${hostname} (${address})`;
  const said = `The target ${what} is ${nonPublicReason(address) ?? "not public"}`;
  const canBeAllowed = local.state() === "refused" && isLocal(address);
  return new RefusedTargetError(
    canBeAllowed ? `${said}. ${ownNetworkHint}` : `${said}; such targets are allowed by the setting outbound.allow.`,
  );
}

const hostOf = (text: string): string | null => {
  const url = parseHttpUrl(text);
  return url === null ? null : withoutBrackets(url.hostname);
};
const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, "");
/** RFC 6761: such names always mean this machine. */
const isLoopbackName = (hostname: string): boolean => /(^|\.)localhost\.?$/i.test(hostname);

type Address = ipaddr.IPv4 | ipaddr.IPv6;
/** A network: its address and the number of leading bits that count. */
type Network = [Address, number];

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
const isLocal = (text: string): boolean => isInside(text, localNetworks) && !isInside(text, localMetadata);

/** Parses `10.0.0.0/8` or a single address. Throws for anything else. */
function parseNetwork(text: string): Network {
  if (text.includes("/")) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === "ipv4" ? 32 : 128];
}

function isAddress(text: string): boolean {
  return ipaddr.isValid(text);
}

/** Whether the address is in one of the networks. `::ffff:a.b.c.d` counts as its IPv4 address. */
function isInside(text: string, networks: readonly Network[]): boolean {
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
function nonPublicReason(text: string): string | null {
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

/** The target of an attempt: the origin, the path, and the credentials. */
export interface Endpoint {
  readonly origin: string;
  /** The path with the query, as in the request line. */
  readonly path: string;
  /** The header for HTTP Basic, when the URL has a user. Source: AUTH-03. */
  readonly authorization: string | null;
  /** The address for the delivery log, with secrets masked. Source: DEL-28. */
  readonly address: string;
}

const placeholder = "{CHANNEL_PUBLIC_ID}";

/**
 * Returns the channel's webhook URL with the channel's id inserted. Returns `null` for anything but an absolute http(s) URL.
 * Source: CH-43, CH-44.
 */
export function toEndpoint(settings: Pick<ChannelSettings, "id" | "webhookUrl" | "appendPublicId">): Endpoint | null {
  const hasPlaceholder = settings.webhookUrl.includes(placeholder);
  const url = parseHttpUrl(settings.webhookUrl.replaceAll(placeholder, settings.id));
  if (url === null) return null;
  const appends = settings.appendPublicId && !hasPlaceholder;
  if (appends) url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, "")}/${settings.id}`;
  const { origin, pathname, search } = url;
  return { origin, path: pathname + search, authorization: toBasic(url), address: maskAddress(url, settings.id) };
}

/** Returns an absolute http or https URL, else `null`. */
export function parseHttpUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url?.protocol === "http:" || url?.protocol === "https:" ? url : null;
}

/** Returns user and password of the URL as an `Authorization` header, `null` without them. Source: AUTH-03. */
export function toBasic(url: URL): string | null {
  if (url.username === "" && url.password === "") return null;
  const credentials = `${decodePart(url.username)}:${decodePart(url.password)}`;
  return `Basic ${Buffer.from(credentials).toString("base64")}`;
}
/** Decodes a percent-encoded part of a URL. A "%" that escapes nothing stays as it is. */
export function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A part that cannot be decoded is not a mistake here, because the URL was accepted as it is.
    return part;
  }
}

/** Replaces a masked part. */
export const mask = "***";
/** A shorter value of the query can be an ordinary word of a response. */
const hiddenValueLengthMin = 8;
/** A secret is long and mixes letters and digits. Words are shorter or have no digit. */
const urlSafeRun = /[\w.~-]{16,}/g;
const isMixed = (text: string): boolean => /\d/.test(text) && /[a-z]/i.test(text);

/**
 * Returns the address for the delivery log. It masks the user, the values of the query, and parts of the path that look like secrets. The
 * channel's id is no secret. A fragment is never sent, so it is omitted. Source: DEL-28, AUTH-14.
 */
export function maskAddress(address: URL, channelId: string): string {
  const { protocol, host, pathname, search } = address;
  const path = pathname
    .split("/")
    .map((segment) => maskSegment(segment, channelId))
    .join("/");
  return `${protocol}//${maskUser(address)}${host}${path}${maskQuery(search)}`;
}

/** Returns the masked parts of an address, which a response could repeat. Source: AUTH-14. */
export function secretsInAddress(
  { pathname, searchParams, username, password }: URL,
  channelId: string,
): readonly string[] {
  const segments = pathname.split("/").filter((segment) => segment !== channelId);
  const runs = segments.flatMap((segment) => decodePart(segment).match(urlSafeRun) ?? []).filter(isMixed);
  const values = [...searchParams.values()].filter(({ length }) => length >= hiddenValueLengthMin);
  // A user without a password is a token, and thus the secret itself.
  const token = password === "" && username.length >= hiddenValueLengthMin ? username : password;
  return [...runs, ...values, decodePart(token)].filter((secret) => secret !== "");
}

/** Returns what a response could repeat of the request to an address: the secrets in it, and the credentials of the header. */
export function secretsOfTarget(url: URL, channelId: string): readonly string[] {
  const basic = toBasic(url);
  const inAddress = secretsInAddress(url, channelId);
  return basic === null ? inAddress : [...inAddress, basic.slice("Basic ".length)];
}

function maskUser({ username, password }: URL): string {
  if (username === "" && password === "") return "";
  return password === "" ? `${mask}@` : `${mask}:${mask}@`;
}

function maskSegment(segment: string, channelId: string): string {
  if (segment === channelId) return segment;
  const text = decodePart(segment);
  const masked = text.replace(urlSafeRun, (run) => (isMixed(run) ? mask : run));
  return masked === text ? segment : masked;
}

/** A parameter without a name is only a value. */
function maskQuery(search: string): string {
  if (search.length < 2) return search;
  return `?${search.slice(1).split("&").map(maskParameter).join("&")}`;
}

function maskParameter(parameter: string): string {
  const nameEnd = parameter.indexOf("=");
  return nameEnd < 0 ? mask : `${parameter.slice(0, nameEnd)}=${mask}`;
}
