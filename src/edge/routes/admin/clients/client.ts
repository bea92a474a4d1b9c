import Type from "typebox";
import { clientExportAnswer, erasureAnswer, toClientRecord, toErasure } from "../../../../codec/admin/admin-client.ts";
import type { Result } from "../../../../core/result.ts";
import { fail, ok } from "../../../../core/result.ts";
import type { FoundClient } from "../../../../domain/client/client-queries.ts";
import { findClients } from "../../../../domain/client/client-queries.ts";
import { placeForm } from "../../../../domain/client-export/chat-entries.ts";
import { readExportPage } from "../../../../domain/client-export/client-export.ts";
import type { ParameterDoc } from "../../../server/operation.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findAdministrator } from "../../desk/desk-caller.ts";
import { cursorDoc, decodeCursor, encodeCursor } from "../../desk/request/cursor.ts";
import { answerJson, answerMissing, missing } from "../admin-exchange.ts";
import type { AdminParts } from "../admin-parts.ts";

/**
 * `GET /api/clients/{id}?channel=&cursor=`: all data of a client, page by page. `DELETE` erases the client: 200 when the erasure
 * is complete, 202 while it continues. `{id}` is the `client.id` of chats.
 */
export const clientRoute = (admin: AdminParts): Route => ({
  pattern: "/api/clients/:id",
  methods: { get: exportClient(admin), delete: eraseClient(admin) },
  docs: {
    get: {
      id: "exportClient",
      summary: "Exports all data about a client, page by page.",
      tag: "Clients",
      access: "administrator",
      query: [channelDoc, cursorDoc],
      answer: {
        status: 200,
        description:
          "What is known of the client, and a page of its left messages, chats with all that belongs to them, and log entries.",
        schema: clientExportAnswer,
      },
      failures: ["not_found", "conflict", "invalid_request"],
    },
    delete: {
      id: "eraseClient",
      summary: "Erases all data about a client. This cannot be undone, and the service notifies no other system.",
      tag: "Clients",
      access: "administrator",
      query: [channelDoc],
      answer: { status: 200, description: "The erasure is complete.", schema: erasureAnswer },
      otherAnswers: [
        {
          status: 202,
          description: "The erasure is stored. It continues also after a restart.",
          schema: erasureAnswer,
        },
      ],
      failures: ["not_found", "conflict"],
    },
  },
});

const exportClient =
  (admin: AdminParts): Handler =>
  async (exchange, [senderId = ""]) => {
    if (findAdministrator(admin, exchange) === null) return;
    const channel = exchange.query("channel");
    const cursor = exchange.query("cursor");
    const found = await findNamedClient(admin, senderId, channel);
    if (!found.ok) return exchange.answerFailure(found.failure);
    const { row } = found.value;
    const list = `client ${row.client.number}`;
    const place = decodeCursor(list, placeForm, cursor);
    if (!place.ok) return exchange.answerFailure(place.failure);
    const { store, runtime, limits, publicUrl } = admin;
    const parts = { store, directory: runtime.directory, limits, publicUrl };
    const { entries, place: next } = await readExportPage(parts, found.value, place.value);
    const body = { client: toClientRecord(row), entries, cursor: next === null ? null : encodeCursor(list, next) };
    answerJson(exchange, 200, body);
  };

const eraseClient =
  (admin: AdminParts): Handler =>
  async (exchange, [senderId = ""]) => {
    const caller = findAdministrator(admin, exchange);
    if (caller === null) return;
    const found = await findNamedClient(admin, senderId, exchange.query("channel"));
    if (!found.ok) return exchange.answerFailure(found.failure);
    const erasure = await admin.runtime.erasures.begin({ ...found.value, byId: caller.profile.id });
    if (erasure === null) return answerMissing(exchange, "client");
    const { clientNumber, row } = erasure;
    answerJson(exchange, row.doneAtMs === null ? 202 : 200, { erasure: toErasure(clientNumber, row) });
  };

/** A client belongs to one channel: the same id on another channel can be another person. */
const channelDoc: ParameterDoc = {
  name: "channel",
  description: "The id of the client's channel. It can be left out if the client's id is known on only one channel.",
  schema: Type.String(),
};

/**
 * Finds the client with this sender id. `not_found`: no such client. `conflict`: several channels have this client and the
 * request names no channel.
 */
async function findNamedClient(
  { runtime, store }: Pick<AdminParts, "runtime" | "store">,
  senderId: string,
  channel: string | undefined,
): Promise<Result<FoundClient>> {
  const channelIds = runtime.directory
    .channelsEver()
    .map(({ settings }) => settings.id)
    .filter((id) => channel === undefined || channel === "" || id === channel);
  const [first, ...others] = await findClients(store.durable, channelIds, senderId);
  if (first === undefined) return { ok: false, failure: missing("client") };
  if (others.length === 0) return ok(first);
  const names = [first, ...others].map(({ channelId }) => channelId).join(", ");
  return fail(
    "conflict",
    `Clients with this id are known on the channels ${names}: name one in the parameter channel.`,
  );
}
