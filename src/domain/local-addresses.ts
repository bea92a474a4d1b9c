import { isDeepStrictEqual } from "node:util";
import type { AgentId } from "../../machines/ids.ts";
import type { LocalAddressesAnswer, LocalAddressesChange } from "../codec/admin/admin-local-addresses.ts";
import type { Result } from "../core/result.ts";
import { fail, ok } from "../core/result.ts";
import { undamaged, undamagedLater } from "../core/rows/damaged-rows.ts";
import type { FreshRows } from "../core/rows/fresh-rows.ts";
import type { Clock } from "../ports/clock.ts";
import type { LocalAddresses } from "../ports/local-addresses.ts";
import type { Log } from "../ports/log.ts";
import type { Commits, Row, StoredRows } from "../ports/store.ts";

/**
 * The decision of administrators about addresses of the own machine and network. Without a decision, no such address is allowed.
 * Source: AUTH-06.
 */
export interface LocalAddressesSetting extends LocalAddresses {
  show(): LocalAddressesAnswer;
  /**
   * Stores the decision with its author and time. It is durable and in effect when it resolves. Fails with `conflict` if the config
   * file forbids it.
   */
  allow(allowed: boolean, by: AgentId): Promise<Result<LocalAddressesAnswer>>;
}

export const localAddressesFact = "local-addresses";
const fact = localAddressesFact;
const changesKept = 20;

/** Reads the stored decision. `freshRows` has the decisions of other processes. A reload can change `isForbidden`. */
export async function openLocalAddresses(
  isForbidden: () => boolean,
  store: Commits & StoredRows,
  freshRows: FreshRows,
  clock: Clock,
  log: Log,
): Promise<LocalAddressesSetting> {
  // A damaged row allows nothing.
  const stored = await undamagedLater(() => store.read("fact", [fact]));
  let changes = changesIn(stored);
  let count = 0;
  const take = (row: Row<"fact"> | null | undefined): void => {
    if (isDeepStrictEqual(changesIn(row), changes)) return;
    changes = changesIn(row);
    count += 1;
  };
  const fresh = freshRows.keep("fact", {
    range: { after: [fact.slice(0, -1)], until: [`${fact}0`] },
    isKept: ([name]) => name === fact,
    take: (_, row) => take(row),
    takeAll: (rows) => take(rows.find(({ key }) => key[0] === fact)?.row),
  });
  const isAllowed = (): boolean => !isForbidden() && changes[0]?.allowed === true;
  const show = (): LocalAddressesAnswer => ({
    allowed: isAllowed(),
    forbidden: isForbidden(),
    changes: changes.map((change) => ({ ...change })),
  });
  return {
    state() {
      if (isForbidden()) return "forbidden";
      return isAllowed() ? "allowed" : "refused";
    },
    changes: () => 2 * count + (isForbidden() ? 1 : 0),
    show,
    async allow(allowed, by) {
      if (isForbidden()) return fail("conflict", 'The config file says "localAddresses": "forbidden" in outbound.');
      if (allowed === isAllowed()) return ok(show());
      let written: Row<"fact"> | undefined;
      await store.commit({ rows: [{ table: "fact", key: [fact] }] }, ({ read }) => {
        const before = changesIn(undamaged(() => read("fact", [fact])));
        const next = [{ at: clock.nowMs(), agentId: by, allowed }, ...before].slice(0, changesKept);
        written = { text: JSON.stringify(next) };
        return [{ table: "fact", key: [fact], row: written }];
      });
      take(written);
      await fresh.changed([[fact]]);
      const what = allowed ? "allowed" : "refused";
      log.warn(
        { agentId: by, allowed },
        `An administrator has changed the setting for addresses of the own machine and network: they are ${what}`,
      );
      return ok(show());
    },
  };
}

const changesIn = (row: Row<"fact"> | null | undefined): readonly LocalAddressesChange[] =>
  row == null ? [] : JSON.parse(row.text);

/** The last decision in the text of the stored row. */
export const isAllowedLast = (text: string): boolean => changesIn({ text })[0]?.allowed === true;
