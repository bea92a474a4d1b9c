import { isDeepStrictEqual } from "node:util";
import type { WebhookEndpoint } from "../../../machines/channel/channel.types.ts";
import { changeSecret } from "../../codec/signatures/signing-secrets.ts";
import type { Result } from "../../core/result.ts";
import { ok } from "../../core/result.ts";
import type { FreshRows } from "../../core/rows/fresh-rows.ts";
import type { Commits, StoredRows } from "../../ports/store.ts";
import { openStoredFact } from "../stored-fact.ts";

/** The endpoints that get events of every channel. Source: WH-43. */
export interface SharedEndpoints {
  list(): readonly WebhookEndpoint[];
  /** Stores the endpoints that `decide` makes of the present ones. They are durable and in effect when it resolves. */
  change(
    decide: (before: readonly WebhookEndpoint[]) => Result<readonly WebhookEndpoint[]>,
  ): Promise<Result<readonly WebhookEndpoint[]>>;
  /**
   * Stores the endpoints of the config file in place of those with the same names. An endpoint that an earlier file named, and this one does
   * not, ends, as a key of the config file does.
   */
  declare(declared: readonly WebhookEndpoint[], nowMs: number): Promise<void>;
}

interface StoredEndpoint extends WebhookEndpoint {
  /** The config file named it when it was last read. */
  readonly isDeclared?: true;
}

/** Reads the stored endpoints. `freshRows` has the changes of other processes. */
export async function openSharedEndpoints(store: Commits & StoredRows, freshRows: FreshRows): Promise<SharedEndpoints> {
  const initial: readonly StoredEndpoint[] = [];
  const onChange = (): void => {
    // An unchanged endpoint stays the same object, for which its target is known.
    endpoints = stored.now().map((one) => endpoints.find((known) => isDeepStrictEqual(known, one)) ?? one);
  };
  const stored = await openStoredFact({ name: "webhook-endpoints", initial, onChange }, store, freshRows);
  let endpoints = stored.now();
  return {
    list: () => endpoints,
    async change(decide) {
      let decided: Result<readonly WebhookEndpoint[]> = ok(endpoints);
      await stored.change((before) => {
        decided = decide(before);
        const next = decided.ok ? decided.value.map((one) => withMarkOf(before, one)) : before;
        return unlessEqual(before, next);
      });
      return decided.ok ? ok(endpoints) : decided;
    },
    async declare(declared, nowMs) {
      if (declared.length === 0 && endpoints.every(({ isDeclared }) => isDeclared !== true)) return;
      await stored.change((before) => {
        const others = before.filter(
          (known) => known.isDeclared !== true && declared.every(({ name }) => name !== known.name),
        );
        const own = declared.map((one) => {
          const known = before.find(({ name }) => name === one.name) ?? null;
          return { ...one, ...changeSecret(known, one.signingSecret, nowMs), isDeclared: true as const };
        });
        return unlessEqual(before, [...own, ...others]);
      });
    },
  };
}

const unlessEqual = <Value>(before: Value, next: Value): Value | null =>
  isDeepStrictEqual(next, before) ? null : next;

/** A change of an endpoint of the config file leaves it the file's. */
const withMarkOf = (before: readonly StoredEndpoint[], one: WebhookEndpoint): StoredEndpoint =>
  before.some(({ name, isDeclared }) => name === one.name && isDeclared === true) ? { ...one, isDeclared: true } : one;

/** In a delivery, an endpoint of every channel has this before its name, which no name of a channel's endpoint has. */
export const sharedMark = "*";

/** The endpoint that a delivery or a test names, of a channel or of all channels. */
export function endpointNamed(
  name: string,
  own: readonly WebhookEndpoint[] = [],
  shared: Pick<SharedEndpoints, "list">,
): WebhookEndpoint | undefined {
  const isShared = name.startsWith(sharedMark);
  const plain = isShared ? name.slice(sharedMark.length) : name;
  return (isShared ? shared.list() : own).find((one) => one.name === plain);
}
