import type { LookupAddress } from "node:dns";
import { lookup as resolve } from "node:dns";
import type { LookupFunction } from "node:net";
import { ownNetworkHint } from "../../core/addresses/own-network.ts";
import type { Failure } from "../../core/result.ts";
import type { LocalAddresses } from "../../ports/local-addresses.ts";
import { noLocalAddresses } from "../../ports/local-addresses.ts";
import { isAddress, isInside, isLocal, nonPublicReason, parseNetwork } from "./address-range.ts";
import { parseHttpUrl } from "./endpoint-url.ts";

/** Read at each check: what it says may be changed in place. */
export interface OutboundPolicy {
  /** Networks that may be dialled although they are not public, as CIDR. */
  readonly allow: readonly string[];
  /** Whether plain http is allowed. Source: AUTH-05. */
  readonly allowHttp: boolean;
}

/** What one kind of target may do otherwise than the policy says. */
export interface TargetOptions {
  /** Plain http whatever the policy says, as developer webhooks may. Source: AUTH-05. */
  readonly allowHttp?: boolean;
}

/** Keeps requests to configured URLs out of the operator's own network. Source: AUTH-04 to AUTH-06. */
export interface AddressGuard {
  /** For saving: everything that can be told without asking the network. `null` means allowed so far. */
  checkTarget(url: string, options?: TargetOptions): Failure | null;
  /** For saving: also resolves the name. A name that does not resolve now is not refused: each connection looks again. */
  checkTargetResolved(url: string, options?: TargetOptions): Promise<Failure | null>;
  /** Why a literal host may not be dialled; `null` for names, which `lookup` checks. */
  refuseHost(hostname: string): RefusedTargetError | null;
  /** Resolves for a socket and gives only addresses that may be dialled. */
  readonly lookup: LookupFunction;
  /** The same for plain http where the policy does not allow it: only addresses of the own network, which an administrator allowed. */
  readonly lookupPlain: LookupFunction;
  /** Another number when what may be dialled is another: what was found out before may be so no more. */
  changes(): number;
}

/** A connection was not made; the message says why and which setting allows it. */
export class RefusedTargetError extends Error {
  override readonly name = "RefusedTargetError";
}

export type Resolver = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: readonly LookupAddress[]) => void,
) => void;

const systemResolver: Resolver = (hostname, done) => resolve(hostname, { all: true, verbatim: true }, done);

/** What says of one address whether it may be dialled. */
interface Rules {
  readonly policy: OutboundPolicy;
  readonly local: LocalAddresses;
  /** Allowed though it is not public. */
  isAllowed(address: string): boolean;
}

/** `resolver` answers the addresses of a name. Throws when an entry of `policy.allow` is no network. */
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
  };
}

/** The networks of the policy as it is now, and how far it has changed: by more at a time than what an administrator decides ever counts. */
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
  // That it is on the own network says more than that it is http.
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
  // Where a name leads is seen when it is resolved.
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

/** A name that leads elsewhere than to the own network is held to https. Source: AUTH-05. */
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
 * The addresses to dial: all of them when all are public. Where one is not, the name is refused, unless it also has
 * an address that the operator allows: then those that are allowed or public.
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

/** For plain http: the name leads to the own network alone. */
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
/** RFC 6761: such names never leave the machine. */
const isLoopbackName = (hostname: string): boolean => /(^|\.)localhost\.?$/i.test(hostname);
