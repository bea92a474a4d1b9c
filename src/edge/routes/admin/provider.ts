import { nameChange, parseNameChange } from "../../../codec/admin-people.ts";
import type { Result } from "../../../core/result.ts";
import { ok } from "../../../core/result.ts";
import type { NameRow } from "../../../ports/store.ts";
import type { Handler, Route } from "../../router.ts";
import { findAdministrator } from "../desk/desk-caller.ts";
import { removedAnswer } from "./admin-docs.ts";
import { answerJson, answerMissing, answerResult, missing, readAdminBody, removed } from "./admin-exchange.ts";
import type { AdminParts } from "./admin-parts.ts";
import type { ProviderBody } from "./providers.ts";
import { providerBody, showProvider } from "./providers.ts";

/** `GET`, `PATCH`, `DELETE /api/providers/{id}`. */
export const providerRoute = (admin: AdminParts): Route => ({
  pattern: "/api/providers/:id",
  gate: "load",
  methods: { get: getProvider(admin), patch: renameProvider(admin), delete: deleteProvider(admin) },
  docs: {
    get: {
      id: "getProvider",
      summary: "One bot provider.",
      tag: "Providers",
      access: "administrator",
      answer: { status: 200, description: "The provider.", schema: providerBody },
    },
    patch: {
      id: "changeProvider",
      summary: "Gives the provider another name.",
      tag: "Providers",
      access: "administrator",
      request: { schema: nameChange },
      answer: { status: 200, description: "The provider as it is now.", schema: providerBody },
    },
    delete: {
      id: "deleteProvider",
      summary: "Takes the provider away.",
      tag: "Providers",
      access: "administrator",
      answer: removedAnswer,
    },
  },
});

const idPattern = /^[a-z0-9_-]{3,64}$/;

const findProvider = ({ store }: AdminParts, id: string): NameRow | undefined =>
  idPattern.test(id) ? store.read("provider", [id]) : undefined;

const getProvider =
  (admin: AdminParts): Handler =>
  (exchange, [id = ""]) => {
    if (findAdministrator(admin, exchange) === null) return;
    const found = findProvider(admin, id);
    if (found === undefined) answerMissing(exchange, "provider");
    else answerJson(exchange, 200, { provider: showProvider(admin, id, found.name) });
  };

const renameProvider =
  (admin: AdminParts): Handler =>
  async (exchange, [id = ""]) => {
    if (findAdministrator(admin, exchange) === null) return;
    if (findProvider(admin, id) === undefined) return answerMissing(exchange, "provider");
    const change = await readAdminBody(admin, exchange, parseNameChange);
    if (change === null) return;
    answerResult(exchange, 200, await admin.oneAtATime(() => rename(admin, id, change.name)));
  };

async function rename(admin: AdminParts, id: string, given: string | undefined): Promise<Result<ProviderBody>> {
  const found = findProvider(admin, id);
  if (found === undefined) return { ok: false, failure: missing("provider") };
  const name = given ?? found.name;
  await admin.store.commit([], () => [{ table: "provider", key: [id], row: { name } }]);
  return ok({ provider: showProvider(admin, id, name) });
}

const deleteProvider =
  (admin: AdminParts): Handler =>
  async (exchange, [id = ""]) => {
    if (findAdministrator(admin, exchange) === null) return;
    answerResult(exchange, 200, await admin.oneAtATime(() => remove(admin, id)));
  };

async function remove(admin: AdminParts, id: string): Promise<Result<unknown>> {
  if (findProvider(admin, id) === undefined) return { ok: false, failure: missing("provider") };
  await admin.store.commit([], () => [{ table: "provider", key: [id], row: null }]);
  return ok(removed);
}
