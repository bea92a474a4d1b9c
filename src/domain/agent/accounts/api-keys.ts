import type { AgentId } from "../../../../machines/ids.ts";
import type { DeclaredKey } from "../../../config/config.types.ts";
import type { ApiKeyFacts, SessionRow } from "../../../ports/store.ts";

/** The start of every API key, so that people and secret scanners recognize one. */
export const apiKeyPrefix = "pk_";

export const isApiKey = (token: string): boolean => token.startsWith(apiKeyPrefix);

/** A key as administrators see it. Its token is shown once, when it is made. */
export interface ApiKey extends ApiKeyFacts {
  /** Names the key. Nobody can call with it. */
  readonly id: string;
  /** The agent in whose name it calls. */
  readonly agentId: AgentId;
  readonly createdAtMs: number;
  /** Accurate to some minutes; `null` until the first use. */
  readonly lastUsedAtMs: number | null;
  /** Whether the config file has it. */
  readonly isDeclared: boolean;
}

/** API keys: sessions of an agent that may do less than the agent, and that only their own end. Source: AUTH-16. */
export interface ApiKeys {
  /** What the key of this token may do; undefined for a token that is no live key. */
  find(token: string): ApiKeyFacts | undefined;
  /** The live keys of all agents, in no order. */
  list(): readonly ApiKey[];
  /** Resolves with the key and its token when they are stored. */
  create(agentId: AgentId, facts: ApiKeyFacts): Promise<{ readonly token: string; readonly apiKey: ApiKey }>;
  /** Replaces the keys of the config file. Resolves when the desk's sockets of keys with other rights than before are closed. */
  declare(keys: readonly DeclaredKey[]): Promise<void>;
}

export const isKeyExpired = ({ expiresAtMs }: ApiKeyFacts, nowMs: number): boolean =>
  expiresAtMs !== null && nowMs >= expiresAtMs;

export const toApiKey = (
  id: string,
  { agentId, createdAtMs, lastSeenAtMs }: SessionRow,
  facts: ApiKeyFacts,
  isDeclared: boolean,
): ApiKey => ({ ...facts, id, agentId, createdAtMs, lastUsedAtMs: lastSeenAtMs ?? null, isDeclared });
