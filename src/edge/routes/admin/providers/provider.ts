import { nameChange, parseNameChange } from "../../../../codec/admin/admin-people.ts";
import type { Result } from "../../../../core/result.ts";
import { ok } from "../../../../core/result.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { removedAnswer } from "../admin-docs.ts";
import { answerChange, answerJson, answerMissing, readAdminBody, removed } from "../admin-exchange.ts";
import type { AdminParts } from "../admin-parts.ts";
import { mayKeepProviders } from "./provider-caller.ts";
import type { ProviderBody } from "./providers.ts";
import { providerBody, showProvider } from "./providers.ts";

/**
 * `GET`, `PATCH`, `DELETE /api/providers/{id}`; a provider cannot be deleted while its bot is connected to a channel. Source:
 * BOT-03.
 */
export const providerRoute = (admin: AdminParts): Route => ({
  pattern: "/api/providers/:id",
  gate: "load",
  methods: { get: getProvider(admin), patch: changeProvider(admin), delete: deleteProvider(admin) },
  docs: {
    get: {
      id: "getProvider",
      summary: "Returns one bot provider.",
      tag: "Providers",
      access: "administrator",
      answer: { status: 200, description: "The provider.", schema: providerBody },
    },
    patch: {
      id: "changeProvider",
      summary: "Changes the name of the provider. Bots without their own name show the new name.",
      tag: "Providers",
      access: "administrator",
      request: { schema: nameChange },
      answer: { status: 200, description: "The provider as it is now.", schema: providerBody },
    },
    delete: {
      id: "deleteProvider",
      summary: "Deletes the provider, unless one of its bots is connected to a channel.",
      tag: "Providers",
      access: "administrator",
      answer: removedAnswer,
      failures: ["conflict"],
    },
  },
});

const getProvider =
  (admin: AdminParts): Handler =>
  (exchange, [id = ""]) => {
    if (!mayKeepProviders(admin, exchange)) return;
    const found = admin.runtime.providers.find(id);
    if (found === undefined) answerMissing(exchange, "provider");
    else answerJson(exchange, 200, { provider: showProvider(admin, found) });
  };

const changeProvider =
  (admin: AdminParts): Handler =>
  async (exchange, [id = ""]) => {
    if (!mayKeepProviders(admin, exchange)) return;
    if (admin.runtime.providers.find(id) === undefined) return answerMissing(exchange, "provider");
    const change = await readAdminBody(admin, exchange, parseNameChange);
    if (change === null) return;
    await answerChange(admin, exchange, 200, () => rename(admin, id, change.name));
  };

async function rename(admin: AdminParts, id: string, given: string | undefined): Promise<Result<ProviderBody>> {
  const name = given ?? admin.runtime.providers.find(id)?.name ?? "";
  const renamed = await admin.runtime.providers.rename(id, name);
  if (!renamed.ok) return renamed;
  admin.runtime.directory.namesChanged();
  return ok({ provider: showProvider(admin, { id, name }) });
}

const deleteProvider =
  (admin: AdminParts): Handler =>
  async (exchange, [id = ""]) => {
    if (!mayKeepProviders(admin, exchange)) return;
    await answerChange(admin, exchange, 200, () => remove(admin, id));
  };

async function remove({ runtime }: AdminParts, id: string): Promise<Result<unknown>> {
  const gone = await runtime.providers.remove(id, runtime.directory.channels());
  return gone.ok ? ok(removed) : gone;
}
