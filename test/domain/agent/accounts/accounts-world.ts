import type { AgentConfig } from "../../../../src/config/config.types.ts";
import { defaultLimits } from "../../../../src/config/limits.ts";
import { asAgentId } from "../../../../src/core/ids.ts";
import type { Result } from "../../../../src/core/result.ts";
import type { AccountsParts } from "../../../../src/domain/agent/accounts/accounts.ts";
import { createAccounts } from "../../../../src/domain/agent/accounts/accounts.ts";
import { createSessions } from "../../../../src/domain/agent/accounts/sessions.ts";
import { createMemoryStore } from "../../../harness/memory-store/memory-store.ts";

export const dayMs = 24 * 3_600_000;
export const address = "192.0.2.1";

export const kim: AgentConfig = {
  profile: {
    id: asAgentId(1),
    name: "Kim",
    email: "Kim@Example.com",
    phone: null,
    photo: null,
    departmentIds: [],
    role: "admin",
  },
  password: "correct horse",
};
export const silent: AgentConfig = {
  profile: { ...kim.profile, id: asAgentId(2), email: "silent@example.com" },
  password: null,
};

/** Only tests hash with a lower cost than the usual one. */
export const hashingAt = (passwordCost: number) => ({ passwordCost, firstPassword: Promise.resolve(null) });

export const setUp = async (parts: Partial<AccountsParts> = {}) => {
  const time = { nowMs: 1_700_000_000_000 };
  const store = parts.store ?? createMemoryStore();
  const clock = { nowMs: () => time.nowMs, wakeAt: () => ({ cancel: () => undefined }) };
  const open = async () => {
    const sessions = await createSessions(store, clock, defaultLimits.sessionsMax);
    const configAgents = [kim, silent];
    const own = { store, sessions, clock, configAgents, limits: defaultLimits, hashing: hashingAt(1024) };
    return createAccounts({ ...own, ...parts });
  };
  return { time, store, open, accounts: await open() };
};

export const nothing = async (): Promise<void> => undefined;
export const zoe = { agentId: asAgentId(9), email: "Zoe@Example.com" };

export const tokenOf = (result: Result<{ token: string }>): string => {
  if (result.ok) return result.value.token;
  throw new Error(`Expected a login, got ${result.failure.code}`);
};
export const codeOf = (result: Result<unknown>): string => (result.ok ? "ok" : result.failure.code);
