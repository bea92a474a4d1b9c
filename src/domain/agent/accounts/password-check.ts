import { createHash, timingSafeEqual } from "node:crypto";
import type { AgentId } from "../../../../machines/ids.ts";
import type { AgentConfig } from "../../../config/config.types.ts";
import type { Stranger } from "./gate.ts";
import type { Passwords } from "./passwords.ts";
import type { StoredAccounts } from "./stored-accounts.ts";

export interface RightPassword {
  readonly agentId: AgentId;
  /** Whether the password is still the same, and no other one is being stored. */
  isStillRight(): Promise<boolean>;
}

/**
 * Returns the agent of the password, or `undefined` when it is wrong. The work is the same either way. `null` when too many
 * passwords wait to be hashed. The e-mail is an account's key. `stranger` is null for a known browser, which does not wait for
 * strangers.
 */
export type CheckPassword = (
  email: string,
  password: string,
  stranger: Stranger | null,
) => Promise<RightPassword | undefined | null>;

/** `declared` are the agents of the config file by the keys of their e-mails. */
export function createPasswordCheck(
  accounts: Pick<StoredAccounts, "find" | "readNext">,
  passwords: Passwords,
  declared: ReadonlyMap<string, AgentConfig>,
): CheckPassword {
  return async (email, password, stranger) => {
    const agent = declared.get(email);
    if (agent !== undefined && agent.password !== null) {
      if ((await passwords.pretend(password, stranger)) === null) return null;
      return isSameText(password, agent.password)
        ? { agentId: agent.profile.id, isStillRight: async () => true }
        : undefined;
    }
    const row = accounts.find(email);
    const isRight = await (row === undefined
      ? passwords.pretend(password, stranger)
      : passwords.verify(password, row.passwordHash, stranger));
    if (isRight === null) return null;
    if (!isRight || row === undefined) return undefined;
    const isStillRight = async (): Promise<boolean> =>
      (await accounts.readNext(email))?.passwordHash === row.passwordHash;
    return { agentId: row.agentId, isStillRight };
  };
}

function isSameText(given: string, wanted: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text.normalize("NFC")).digest();
  return timingSafeEqual(digest(given), digest(wanted));
}
