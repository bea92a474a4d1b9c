import type { ProviderAnswer } from "../../../../codec/admin/admin-people.ts";
import { parseProviderCreation, providerAnswer, providerCreation } from "../../../../codec/admin/admin-people.ts";
import type { Result } from "../../../../core/result.ts";
import { ok } from "../../../../core/result.ts";
import type { BotProvider } from "../../../../domain/bot/providers.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { cursorDoc } from "../../desk/request/cursor.ts";
import { bodyOf, pageSchema } from "../admin-docs.ts";
import { answerChange, answerJson, readAdminBody } from "../admin-exchange.ts";
import type { AdminList } from "../admin-page.ts";
import { byText, pageOf } from "../admin-page.ts";
import type { AdminParts } from "../admin-parts.ts";
import { mayKeepProviders } from "./provider-caller.ts";

export interface ProviderBody {
  readonly provider: ProviderAnswer;
}

export const providerBody = bodyOf({ provider: providerAnswer });

/** `GET /api/providers`: all bot providers by id. `POST`: creates a provider, 201 `{provider}`. */
export const providersRoute = (admin: AdminParts): Route => ({
  pattern: "/api/providers",
  gate: "load",
  methods: { get: listProviders(admin), post: createProvider(admin) },
  docs: {
    get: {
      id: "listProviders",
      summary: "Lists the bot providers by id.",
      tag: "Providers",
      access: "administrator",
      query: [cursorDoc],
      answer: { status: 200, description: "A page of providers.", schema: pageSchema("providers", providerAnswer) },
      failures: ["invalid_request"],
    },
    post: {
      id: "createProvider",
      summary: "Creates a bot provider.",
      tag: "Providers",
      access: "administrator",
      request: { schema: providerCreation },
      answer: { status: 201, description: "The provider.", schema: providerBody },
      failures: ["conflict"],
    },
  },
});

export const showProvider = ({ declared }: AdminParts, { id, name }: BotProvider): ProviderAnswer => ({
  id,
  name,
  declared: declared.providers.has(id),
});

const providerList: AdminList<BotProvider, string> = {
  ...byText,
  name: "providers",
  idOf: ({ id }) => id,
};

const listProviders =
  (admin: AdminParts): Handler =>
  (exchange) => {
    if (!mayKeepProviders(admin, exchange)) return;
    const all = admin.runtime.providers.list();
    const page = pageOf(providerList, all, exchange.query("cursor"), admin.limits.pageRowsMax);
    if (!page.ok) return exchange.answerFailure(page.failure);
    const providers = page.value.entries.map((provider) => showProvider(admin, provider));
    answerJson(exchange, 200, { providers, cursor: page.value.cursor });
  };

const createProvider =
  (admin: AdminParts): Handler =>
  async (exchange) => {
    if (!mayKeepProviders(admin, exchange)) return;
    const body = await readAdminBody(admin, exchange, parseProviderCreation);
    if (body === null) return;
    await answerChange(admin, exchange, 201, () => create(admin, body.id, body.name));
  };

async function create(admin: AdminParts, id: string, name: string): Promise<Result<ProviderBody>> {
  const added = await admin.runtime.providers.add(id, name);
  return added.ok ? ok({ provider: showProvider(admin, { id, name }) }) : added;
}
