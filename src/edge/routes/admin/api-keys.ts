import Type from "typebox";
import type { ApiKeyAnswer, ApiKeyCreation } from "../../../codec/admin/admin-api-keys.ts";
import { apiKeyAnswer, apiKeyCreation, parseApiKeyCreation } from "../../../codec/admin/admin-api-keys.ts";
import { scopes } from "../../../codec/settings/api-key-bounds.ts";
import { scopesOfChannels, widerScopes } from "../../../codec/settings/api-key-schema.ts";
import { asAgentId, asChannelId } from "../../../core/ids.ts";
import type { OneAtATime } from "../../../core/one-at-a-time.ts";
import type { Failure, Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { ApiKey, ApiKeys } from "../../../domain/agent/accounts/api-keys.ts";
import type { Directory } from "../../../domain/directory.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { Desk } from "../desk/register-desk.ts";
import type { Operation } from "../operation.ts";
import { operation } from "../operation.ts";
import { bodyOf, inTurn, listRecords, missing, removed, removedAnswer } from "./records.ts";

interface Keys {
  readonly apiKeys: ApiKeys;
  readonly directory: Directory;
  readonly clock: Clock;
  readonly oneAtATime: OneAtATime;
  readonly endKey: Desk["endKey"];
}

/** Enough for a key of each program. Their list is read whole. */
const keysMax = 1_000;

/** `/api/keys` and `/api/keys/{id}`, for people only: a key that could make keys would have every scope. Source: AUTH-16. */
export const apiKeyOperations = (keys: Keys): readonly Operation[] => [
  listKeys(keys),
  createKey(keys),
  deleteKey(keys),
];

const common = { tag: "API keys", gate: "load", access: "administrator", answersSecrets: true } as const;

const show = ({
  id,
  name,
  agentId,
  channelIds,
  createdAtMs,
  expiresAtMs,
  lastUsedAtMs,
  ...key
}: ApiKey): ApiKeyAnswer => ({
  id,
  name,
  // A later version may have stored scopes that this version does not know.
  scopes: scopes.filter((scope) => key.scopes.includes(scope)),
  channels: channelIds.length === 0 ? null : [...channelIds],
  agent: agentId,
  createdAt: createdAtMs,
  expiresAt: expiresAtMs,
  lastUsedAt: lastUsedAtMs,
  declared: key.isDeclared,
});

const listKeys = ({ apiKeys }: Keys): Operation =>
  listRecords({
    ...common,
    path: "/api/keys",
    id: "listApiKeys",
    summary: "Lists the API keys that are neither revoked nor expired, by id.",
    name: "keys",
    entry: apiKeyAnswer,
    idForm: /^[A-Za-z0-9_-]{43}$/,
    toId: String,
    all: () => apiKeys.list(),
    idOf: ({ id }) => id,
    show,
  });

const createKey = (keys: Keys): Operation =>
  operation({
    ...common,
    method: "post",
    path: "/api/keys",
    id: "createApiKey",
    summary: "Creates an API key. Its text is in this answer only; the service stores its SHA-256.",
    body: { schema: apiKeyCreation, parse: parseApiKeyCreation },
    answer: {
      status: 201,
      description: "The key, with the text that a program sends as `Authorization: Bearer`.",
      schema: bodyOf({
        apiKey: apiKeyAnswer,
        key: Type.String({ description: "The key itself. It starts with `pk_`." }),
      }),
    },
    failures: ["conflict"],
    handle: ({ exchange, caller, body }) =>
      inTurn(keys.oneAtATime, exchange, () => create(keys, caller.profile.id, body)),
  });

async function create(keys: Keys, ownId: number, creation: ApiKeyCreation): Promise<Result<unknown>> {
  const { apiKeys } = keys;
  const refused = refuse(keys, creation);
  if (refused !== null) return { ok: false, failure: refused };
  const { name, scopes: given, channels = [], agent = ownId, expiresAt = null } = creation;
  const facts = { name, scopes: given, channelIds: channels.map(asChannelId), expiresAtMs: expiresAt };
  const { token, apiKey } = await apiKeys.create(asAgentId(agent), facts);
  return ok({ apiKey: show(apiKey), key: token });
}

/** Returns why such a key cannot be made. */
function refuse({ apiKeys, directory, clock }: Keys, creation: ApiKeyCreation): Failure | null {
  const { name, scopes: given, channels = [], agent, expiresAt } = creation;
  const invalid = (message: string): Failure => ({ code: "invalid_request", message });
  const known = apiKeys.list();
  if (known.some((key) => key.name === name))
    return { code: "conflict", message: `Field name is taken by another key: ${name}.` };
  if (known.length >= keysMax) return { code: "conflict", message: `There are ${keysMax} keys: revoke one first.` };
  if (agent !== undefined && directory.agent(asAgentId(agent)) === undefined)
    return invalid(`Field agent must be the id of an agent, got ${agent}.`);
  const unknown = channels.findIndex((id) => directory.find(asChannelId(id)) === undefined);
  if (unknown >= 0) return invalid(`Field channels[${unknown}] must be the id of a channel, got ${channels[unknown]}.`);
  const [wide] = channels.length === 0 ? [] : widerScopes(given);
  if (wide !== undefined) return invalid(`Field scopes must be, ${scopesOfChannels}, got ${wide}.`);
  if (expiresAt !== undefined && expiresAt <= clock.nowMs())
    return invalid(`Field expiresAt must be a time in the future, got ${expiresAt}.`);
  return null;
}

/** Answered when the key is refused everywhere and its sockets are closed. */
const deleteKey = ({ apiKeys, oneAtATime, endKey }: Keys): Operation =>
  operation({
    ...common,
    method: "delete",
    path: "/api/keys/:id",
    id: "deleteApiKey",
    summary: "Revokes an API key and closes its sockets.",
    answer: removedAnswer,
    failures: ["conflict"],
    handle: ({ exchange, cause, parameters: [id] }) =>
      inTurn(oneAtATime, exchange, async () => {
        const key = apiKeys.list().find((one) => one.id === id);
        if (key === undefined) return missing("API key");
        if (key.isDeclared)
          return fail("conflict", `The key ${key.name} is set in the config file: take it away there.`);
        const ended = await endKey(key.agentId, id, cause);
        return ended.ok ? removed : ended;
      }),
  });
