import type { AgentId } from "../../machines/ids.ts";
import type { LocalAddressesAnswer, LocalAddressesChange } from "../codec/admin/admin-local-addresses.ts";
import type { Result } from "../core/result.ts";
import { fail, ok } from "../core/result.ts";
import type { FreshRows } from "../core/rows/fresh-rows.ts";
import type { Clock } from "../ports/clock.ts";
import type { LocalAddresses } from "../ports/local-addresses.ts";
import type { Log } from "../ports/log.ts";
import type { Commits, StoredRows } from "../ports/store.ts";
import { openStoredFact } from "./stored-fact.ts";

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
const changesKept = 20;

/** Reads the stored decision. `freshRows` has the decisions of other processes. A reload can change `isForbidden`. */
export async function openLocalAddresses(
  isForbidden: () => boolean,
  store: Commits & StoredRows,
  freshRows: FreshRows,
  clock: Clock,
  log: Log,
): Promise<LocalAddressesSetting> {
  let count = 0;
  // A damaged row allows nothing.
  const initial: readonly LocalAddressesChange[] = [];
  const onChange = (): void => {
    count += 1;
  };
  const decisions = await openStoredFact({ name: localAddressesFact, initial, onChange }, store, freshRows);
  const isAllowed = (): boolean => !isForbidden() && decisions.now()[0]?.allowed === true;
  const show = (): LocalAddressesAnswer => ({
    allowed: isAllowed(),
    forbidden: isForbidden(),
    changes: decisions.now().map((change) => ({ ...change })),
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
      await decisions.change((before) =>
        [{ at: clock.nowMs(), agentId: by, allowed }, ...before].slice(0, changesKept),
      );
      const what = allowed ? "allowed" : "refused";
      log.warn(
        { agentId: by, allowed },
        `An administrator has changed the setting for addresses of the own machine and network: they are ${what}`,
      );
      return ok(show());
    },
  };
}

/** The last decision in the text of the stored row. */
export const isAllowedLast = (text: string): boolean => JSON.parse(text)[0]?.allowed === true;
