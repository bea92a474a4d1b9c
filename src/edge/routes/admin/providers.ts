import type { ProviderAnswer } from "../../../codec/admin/admin-people.ts";
import {
  nameChange,
  parseNameChange,
  parseProviderCreation,
  providerAnswer,
  providerCreation,
} from "../../../codec/admin/admin-people.ts";
import type { OneAtATime } from "../../../core/one-at-a-time.ts";
import type { Result } from "../../../core/result.ts";
import { ok } from "../../../core/result.ts";
import type { BotProvider } from "../../../domain/bot/providers.ts";
import type { Runtime } from "../../../domain/runtime.ts";
import type { Operation } from "../operation.ts";
import { operation } from "../operation.ts";
import type { Declared } from "./declared.ts";
import { bodyOf, byText, inTurn, listRecords, missing, removed, removedAnswer } from "./records.ts";

interface Providers {
  readonly runtime: Runtime;
  readonly declared: Declared;
  readonly oneAtATime: OneAtATime;
}

const providerBody = bodyOf({ provider: providerAnswer });

/**
 * `/api/providers` and `/api/providers/{id}`, also for the operator's command; a provider cannot be deleted while its bot is
 * connected to a channel. Source: BOT-03.
 */
export const providerOperations = (providers: Providers): readonly Operation[] => [
  listProviders(providers),
  createProvider(providers),
  getProvider(providers),
  changeProvider(providers),
  deleteProvider(providers),
];

const common = { tag: "Providers", gate: "load", access: "keeper", scope: "administration" } as const;

const show = ({ declared }: Providers, { id, name }: BotProvider): ProviderAnswer => ({
  id,
  name,
  declared: declared.providers.has(id),
});

function find({ runtime }: Providers, id: string): Result<BotProvider> {
  const found = runtime.providers.find(id);
  return found === undefined ? missing("provider") : ok(found);
}

const listProviders = (providers: Providers): Operation =>
  listRecords({
    ...common,
    ...byText,
    path: "/api/providers",
    id: "listProviders",
    summary: "Lists the bot providers by id.",
    name: "providers",
    entry: providerAnswer,
    all: () => providers.runtime.providers.list(),
    idOf: ({ id }) => id,
    show: (provider) => show(providers, provider),
  });

const createProvider = (providers: Providers): Operation =>
  operation({
    ...common,
    method: "post",
    path: "/api/providers",
    id: "createProvider",
    summary: "Creates a bot provider.",
    body: { schema: providerCreation, parse: parseProviderCreation },
    answer: { status: 201, description: "The provider.", schema: providerBody },
    failures: ["conflict"],
    handle: ({ exchange, body: { id, name } }) =>
      inTurn(providers.oneAtATime, exchange, async () => {
        const added = await providers.runtime.providers.add(id, name);
        return added.ok ? ok({ provider: show(providers, { id, name }) }) : added;
      }),
  });

const getProvider = (providers: Providers): Operation =>
  operation({
    ...common,
    method: "get",
    path: "/api/providers/:id",
    id: "getProvider",
    summary: "Returns one bot provider.",
    find: ({ parameters: [id] }) => find(providers, id),
    answer: { status: 200, description: "The provider.", schema: providerBody },
    handle: ({ found }) => ok({ provider: show(providers, found) }),
  });

const changeProvider = (providers: Providers): Operation =>
  operation({
    ...common,
    method: "patch",
    path: "/api/providers/:id",
    id: "changeProvider",
    summary: "Changes the name of the provider. Bots without their own name show the new name.",
    find: ({ parameters: [id] }) => find(providers, id),
    body: { schema: nameChange, parse: parseNameChange },
    answer: { status: 200, description: "The provider as it is now.", schema: providerBody },
    handle: ({ exchange, parameters: [id], body }) =>
      inTurn(providers.oneAtATime, exchange, async () => {
        const { providers: stored, directory } = providers.runtime;
        const name = body.name ?? stored.find(id)?.name ?? "";
        const renamed = await stored.rename(id, name);
        if (!renamed.ok) return renamed;
        directory.namesChanged();
        return ok({ provider: show(providers, { id, name }) });
      }),
  });

const deleteProvider = ({ runtime, oneAtATime }: Providers): Operation =>
  operation({
    ...common,
    method: "delete",
    path: "/api/providers/:id",
    id: "deleteProvider",
    summary: "Deletes the provider, unless one of its bots is connected to a channel.",
    answer: removedAnswer,
    failures: ["conflict"],
    handle: ({ exchange, parameters: [id] }) =>
      inTurn(oneAtATime, exchange, async () => {
        const gone = await runtime.providers.remove(id, runtime.directory.channels());
        return gone.ok ? removed : gone;
      }),
  });
