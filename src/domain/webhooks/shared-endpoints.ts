import { isDeepStrictEqual } from "node:util";
import type { WebhookEndpoint } from "../../../machines/channel/channel.types.ts";
import { changeSecret } from "../../codec/signatures/signing-secrets.ts";
import type { Result } from "../../core/result.ts";
import { ok } from "../../core/result.ts";
import { undamaged, undamagedLater } from "../../core/rows/damaged-rows.ts";
import type { FreshRows } from "../../core/rows/fresh-rows.ts";
import type { Commits, Row, StoredRows } from "../../ports/store.ts";

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

const fact = "webhook-endpoints";

/** Reads the stored endpoints. `freshRows` has the changes of other processes. */
export async function openSharedEndpoints(store: Commits & StoredRows, freshRows: FreshRows): Promise<SharedEndpoints> {
  let endpoints = endpointsIn(await undamagedLater(() => store.read("fact", [fact])));
  const take = (row: Row<"fact"> | null | undefined): void => {
    const stored = endpointsIn(row);
    // An unchanged endpoint stays the same object, for which its target is known.
    endpoints = stored.map((one) => endpoints.find((known) => isDeepStrictEqual(known, one)) ?? one);
  };
  const fresh = freshRows.keep("fact", {
    range: { after: [fact.slice(0, -1)], until: [`${fact}0`] },
    isKept: ([name]) => name === fact,
    take: (_, row) => take(row),
    takeAll: (rows) => take(rows.find(({ key }) => key[0] === fact)?.row),
  });
  const change = async (
    decide: (before: readonly StoredEndpoint[]) => Result<readonly StoredEndpoint[]>,
  ): Promise<Result<readonly StoredEndpoint[]>> => {
    let decided: Result<readonly StoredEndpoint[]> = ok(endpoints);
    let written: Row<"fact"> | null = null;
    await store.commit({ rows: [{ table: "fact", key: [fact] }] }, ({ read }) => {
      const before = endpointsIn(undamaged(() => read("fact", [fact])));
      decided = decide(before);
      if (!decided.ok || isDeepStrictEqual(decided.value, before)) return [];
      written = { text: JSON.stringify(decided.value) };
      return [{ table: "fact", key: [fact], row: written }];
    });
    if (written !== null) take(written);
    await fresh.changed([[fact]]);
    return decided.ok ? ok(endpoints) : decided;
  };
  return {
    list: () => endpoints,
    change: (decide) =>
      change((before) => {
        const decided = decide(before);
        return decided.ok ? ok(decided.value.map((one) => withMarkOf(before, one))) : decided;
      }),
    async declare(declared, nowMs) {
      if (declared.length === 0 && endpoints.every(({ isDeclared }) => isDeclared !== true)) return;
      await change((before) => {
        const others = before.filter(
          (known) => known.isDeclared !== true && declared.every(({ name }) => name !== known.name),
        );
        const own = declared.map((one) => {
          const known = before.find(({ name }) => name === one.name) ?? null;
          return { ...one, ...changeSecret(known, one.signingSecret, nowMs), isDeclared: true as const };
        });
        return ok([...own, ...others]);
      });
    },
  };
}

/** A change of an endpoint of the config file leaves it the file's. */
const withMarkOf = (before: readonly StoredEndpoint[], one: WebhookEndpoint): StoredEndpoint =>
  before.some(({ name, isDeclared }) => name === one.name && isDeclared === true) ? { ...one, isDeclared: true } : one;

const endpointsIn = (row: Row<"fact"> | null | undefined): readonly StoredEndpoint[] =>
  row == null ? [] : JSON.parse(row.text);

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
