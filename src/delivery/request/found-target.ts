import type { ChannelId } from "../../../machines/ids.ts";
import { parseJson } from "../../codec/json/json.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { AddressGuard, Endpoint, TargetOptions } from "../address/address-guard.ts";
import { RefusedTargetError } from "../address/address-guard.ts";
import type { Asker } from "./ask.ts";
import { ownHeaders } from "./ask.ts";
import type { EndpointPools } from "./endpoint-pools.ts";

/** What sends requests to customer systems, bots and owners' servers. */
export interface RequestParts {
  readonly asker: Asker;
  readonly guard: AddressGuard;
  readonly clock: Clock;
  readonly log: Log;
  /** For log entries whose fields are all chosen by name. Secrets in responses are masked before. */
  readonly plainLog: Log;
  /** Connections for first attempts, and for retries. */
  readonly pools: { readonly first: EndpointPools; readonly retry: EndpointPools };
}

/** The target that some settings name, computed once. */
export interface FoundTarget {
  /** `null` when the configured value is no address. */
  readonly endpoint: Endpoint | null;
  /** The reason why requests to this target are not allowed. */
  readonly refusal: RefusedTargetError | null;
  /** Whose connections to a shared host these are; `null`: the host's. */
  readonly owner: ChannelId | null;
  /** Names and values alternate. Tokens and signatures of single requests are not among them. */
  readonly headers: string[];
  /** Secrets that a response could repeat. They are masked before anything is stored. Source: AUTH-14. */
  readonly secrets: readonly string[];
}

/** Caches targets by the settings from which they were computed. */
interface FoundTargets<Settings extends object, Found> {
  get(settings: Settings): Found | undefined;
  set(settings: Settings, found: Found): void;
}

/** Drops all targets when the set of allowed addresses changes. */
export function createFoundTargets<Settings extends object, Found>(
  guard: Pick<AddressGuard, "changes">,
): FoundTargets<Settings, Found> {
  let changes = guard.changes();
  let found = new WeakMap<Settings, Found>();
  return {
    get(settings) {
      if (guard.changes() === changes) return found.get(settings);
      changes = guard.changes();
      found = new WeakMap();
      return undefined;
    },
    set: (settings, one) => void found.set(settings, one),
  };
}

/** Checked again, because the policy may have changed after the address was saved. `form` is the failure of what is no address. */
export function refusalOf(
  endpoint: Pick<Endpoint, "origin"> | null,
  guard: Pick<AddressGuard, "checkTarget">,
  form: string,
  options?: TargetOptions,
): RefusedTargetError | null {
  if (endpoint === null) return new RefusedTargetError(form);
  const refused = guard.checkTarget(endpoint.origin, options);
  return refused === null ? null : new RefusedTargetError(refused.message);
}

/** The headers of every request to that endpoint, without framing. Names and values alternate. Source: AUTH-03, VER-01. */
export function headersFor(endpoint: Endpoint | null): string[] {
  const authorization = endpoint?.authorization ?? null;
  const always = [...ownHeaders, "Content-Type", "application/json"];
  return authorization === null ? always : [...always, "Authorization", authorization];
}

/** The JSON of an answer. It can also be plain text, HTML or empty: then `undefined`. */
export function parseAnswer(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
