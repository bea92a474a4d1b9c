import type { AgentId } from "../../machines/ids.ts";
import type { LocalAddressesAnswer, LocalAddressesChange } from "../codec/admin/admin-local-addresses.ts";
import type { Result } from "../core/result.ts";
import { fail, ok } from "../core/result.ts";
import { undamagedLater } from "../core/rows/undamaged.ts";
import type { Clock } from "../ports/clock.ts";
import type { LocalAddresses } from "../ports/local-addresses.ts";
import type { Log } from "../ports/log.ts";
import type { Store } from "../ports/store.ts";

/** What administrators decided of addresses of the own machine and network; none is allowed until one did. Source: AUTH-06. */
export interface LocalAddressesSetting extends LocalAddresses {
  show(): LocalAddressesAnswer;
  /** Kept with who did it and when, and in effect, when it resolves. Fails with `conflict` where the config file forbids it. */
  allow(allowed: boolean, by: AgentId): Promise<Result<LocalAddressesAnswer>>;
}

const fact = "local-addresses";
const changesKept = 20;

interface LocalAddressesParts {
  readonly store: Pick<Store, "read" | "commit">;
  readonly clock: Clock;
  readonly log: Pick<Log, "warn">;
  readonly localAddresses: "settable" | "forbidden";
}

/** Reads what was decided before. */
export async function openLocalAddresses(parts: LocalAddressesParts): Promise<LocalAddressesSetting> {
  const { store, clock, log } = parts;
  const isForbidden = parts.localAddresses === "forbidden";
  // A damaged row allows nothing.
  const stored = await undamagedLater(() => store.read("fact", [fact]));
  let changes: readonly LocalAddressesChange[] = stored === undefined ? [] : JSON.parse(stored.text);
  let count = 0;
  const isAllowed = (): boolean => !isForbidden && changes[0]?.allowed === true;
  const show = (): LocalAddressesAnswer => ({
    allowed: isAllowed(),
    forbidden: isForbidden,
    changes: changes.map((change) => ({ ...change })),
  });
  return {
    state() {
      if (isForbidden) return "forbidden";
      return isAllowed() ? "allowed" : "refused";
    },
    changes: () => count,
    show,
    async allow(allowed, by) {
      if (isForbidden) return fail("conflict", 'The config file says "localAddresses": "forbidden" in outbound.');
      if (allowed === isAllowed()) return ok(show());
      const next = [{ at: clock.nowMs(), agentId: by, allowed }, ...changes].slice(0, changesKept);
      await store.commit({}, () => [{ table: "fact", key: [fact], row: { text: JSON.stringify(next) } }]);
      changes = next;
      count += 1;
      const what = allowed ? "allowed" : "refused";
      log.warn({ agentId: by, allowed }, `Addresses of the own machine and network are ${what} by an administrator`);
      return ok(show());
    },
  };
}
