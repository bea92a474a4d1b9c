import type { LookupAddress } from "node:dns";
import { lookup as resolve } from "node:dns";
import type { LookupFunction } from "node:net";
import type { Failure } from "../core/result.ts";
import type { Network } from "./address-range.ts";
import { isAddress, isInside, nonPublicReason, parseNetwork } from "./address-range.ts";
import { parseHttpUrl } from "./endpoint-url.ts";

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

/** `resolver` answers the addresses of a name. Throws when an entry of `policy.allow` is no network. */
export function createAddressGuard(policy: OutboundPolicy, resolver: Resolver = systemResolver): AddressGuard {
  const allowed = policy.allow.map(parseNetwork);
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolver(hostname, (error, addresses) => {
      if (error !== null) return callback(error, "");
      const choice = chooseAddresses(hostname, addresses, allowed);
      if (choice instanceof RefusedTargetError) return callback(choice, "");
      if (options.all) return callback(null, [...choice]);
      const [first] = choice;
      callback(null, first?.address ?? "", first?.family);
    });
  };
  const checkTarget: AddressGuard["checkTarget"] = (text, options = {}) =>
    checkScheme(text, policy, options) ?? checkLiteral(text, allowed);
  return {
    checkTarget,
    async checkTargetResolved(text, options) {
      const refused = checkTarget(text, options);
      const hostname = refused === null ? hostOf(text) : null;
      if (hostname === null || isAddress(hostname)) return refused;
      const addresses = await new Promise<readonly LookupAddress[]>((done) =>
        resolver(hostname, (error, found) => done(error === null ? found : [])),
      );
      if (addresses.length === 0) return null;
      const choice = chooseAddresses(hostname, addresses, allowed);
      return choice instanceof RefusedTargetError ? refuse(choice.message) : null;
    },
    refuseHost: (hostname) => refuseLiteral(withoutBrackets(hostname), allowed),
    lookup,
  };
}

const refuse = (message: string): Failure => ({ code: "invalid_request", message });

function checkScheme(text: string, policy: OutboundPolicy, { allowHttp = false }: TargetOptions): Failure | null {
  const url = parseHttpUrl(text);
  if (url === null) return refuse(`The target must be an absolute ${allowHttp ? "http or https" : "https"} URL.`);
  if (url.protocol === "https:" || allowHttp || policy.allowHttp) return null;
  return refuse("The target must be an https URL; plain http is allowed by the setting outbound.allowHttp.");
}

function checkLiteral(text: string, allowed: readonly Network[]): Failure | null {
  const hostname = hostOf(text);
  const refused = hostname === null ? null : refuseLiteral(hostname, allowed);
  return refused === null ? null : refuse(refused.message);
}

function refuseLiteral(hostname: string, allowed: readonly Network[]): RefusedTargetError | null {
  if (isAddress(hostname)) return isPermitted(hostname, allowed) ? null : refusal(hostname, hostname);
  if (!isLoopbackName(hostname)) return null;
  const isAllowed = isInside("127.0.0.1", allowed) || isInside("::1", allowed);
  return isAllowed ? null : refusal(hostname, "127.0.0.1");
}

/**
 * The addresses to dial: all of them when all are public. Where one is not, the name is refused, unless it also has
 * an address that the operator allows: then those that are allowed or public.
 */
function chooseAddresses(
  hostname: string,
  addresses: readonly LookupAddress[],
  allowed: readonly Network[],
): readonly LookupAddress[] | RefusedTargetError {
  const unwanted = addresses.find(({ address }) => !isPermitted(address, allowed));
  if (unwanted === undefined) return addresses;
  const hasAllowed = addresses.some(({ address }) => isInside(address, allowed));
  if (!hasAllowed) return refusal(hostname, unwanted.address);
  return addresses.filter(({ address }) => isPermitted(address, allowed));
}

const isPermitted = (address: string, allowed: readonly Network[]): boolean =>
  nonPublicReason(address) === null || isInside(address, allowed);

function refusal(hostname: string, address: string): RefusedTargetError {
  const what = hostname === address ? address : `${hostname} (${address})`;
  return new RefusedTargetError(
    `The target ${what} is ${nonPublicReason(address) ?? "not public"}; such targets are allowed by the setting outbound.allow.`,
  );
}

const hostOf = (text: string): string | null => {
  const url = parseHttpUrl(text);
  return url === null ? null : withoutBrackets(url.hostname);
};
const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, "");
/** RFC 6761: such names never leave the machine. */
const isLoopbackName = (hostname: string): boolean => /(^|\.)localhost\.?$/i.test(hostname);
