import {
  clientExportAnswer,
  erasureAnswer,
  erasuresAnswer,
  toClientRecord,
  toErasure,
} from "../../../codec/admin/admin-client.ts";
import type { Limits } from "../../../config/limits.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { FoundClient } from "../../../domain/client/client-queries.ts";
import { findClients } from "../../../domain/client/client-queries.ts";
import { placeForm } from "../../../domain/client-export/chat-entries.ts";
import { readExportPage } from "../../../domain/client-export/client-export.ts";
import type { Runtime } from "../../../domain/runtime.ts";
import type { Store } from "../../../ports/store.ts";
import { decodeCursor, encodeCursor } from "../desk/request/cursor.ts";
import type { QueryOf } from "../desk/request/query.ts";
import { count, cursorText, oneOf, queryOf, text } from "../desk/request/query.ts";
import type { Operation } from "../operation.ts";
import { operation, Reply } from "../operation.ts";
import { missing } from "./records.ts";

interface Clients {
  readonly runtime: Runtime;
  readonly store: Store;
  readonly publicUrl: () => string;
}

/** `/api/clients/{id}`, where `{id}` is the `client.id` of chats, and `/api/erasures`. */
export const clientOperations = (clients: Clients): readonly Operation[] => [
  exportClient(clients),
  eraseClient(clients),
  listErasures(clients),
];

const common = { tag: "Clients", access: "administrator", scope: "administration" } as const;

/** A client belongs to one channel: the same id on another channel can be another person. */
const channel = text(
  "The id of the client's channel. It can be left out if the client's id is known on only one channel.",
);

const exportClient = (clients: Clients): Operation =>
  operation({
    ...common,
    method: "get",
    path: "/api/clients/:id",
    id: "exportClient",
    scope: "export",
    summary: "Exports all data about a client, page by page.",
    find: ({ exchange, parameters: [senderId] }) => findNamedClient(clients, senderId, exchange.query("channel")),
    query: queryOf({ channel, cursor: cursorText }, ({ cursor }) => ok(cursor)),
    answer: {
      status: 200,
      description:
        "What is known of the client, and a page of its offline messages, chats with all that belongs to them, and log entries.",
      schema: clientExportAnswer,
    },
    failures: ["conflict", "invalid_request"],
    async handle({ found, query: cursor, limits }) {
      const list = `client ${found.row.client.number}`;
      const place = decodeCursor(list, placeForm, cursor);
      if (!place.ok) return place;
      const { store, runtime, publicUrl } = clients;
      const sources = { store, directory: runtime.directory, limits, publicUrl };
      const { entries, place: next } = await readExportPage(sources, found, place.value);
      return ok({
        client: toClientRecord(found.row),
        entries,
        cursor: next === null ? null : encodeCursor(list, next),
      });
    },
  });

const eraseClient = (clients: Clients): Operation =>
  operation({
    ...common,
    method: "delete",
    path: "/api/clients/:id",
    id: "eraseClient",
    summary: "Erases all data about a client. This cannot be undone, and the service notifies no other system.",
    find: ({ exchange, parameters: [senderId] }) => findNamedClient(clients, senderId, exchange.query("channel")),
    query: queryOf({ channel }, () => ok(undefined)),
    answer: { status: 200, description: "The erasure is complete.", schema: erasureAnswer },
    otherAnswers: [
      {
        status: 202,
        description: "The erasure is stored. It continues also after a restart.",
        schema: erasureAnswer,
      },
    ],
    failures: ["conflict"],
    async handle({ caller, found }) {
      const erasure = await clients.runtime.erasures.begin({ ...found, byId: caller.profile.id });
      if (erasure === null) return missing("client");
      const { clientNumber, row } = erasure;
      const body = JSON.stringify({ erasure: toErasure(clientNumber, row) });
      return ok(new Reply(body, row.doneAtMs === null ? 202 : 200));
    },
  });

/**
 * Finds the client with this sender id. `not_found`: no such client. `conflict`: several channels have this client and the
 * request names no channel.
 */
async function findNamedClient(
  { runtime, store }: Clients,
  senderId: string,
  named: string | undefined,
): Promise<Result<FoundClient>> {
  const channelIds = runtime.directory
    .channelsEver()
    .map(({ settings }) => settings.id)
    .filter((id) => named === undefined || named === "" || id === named);
  const [first, ...others] = await findClients(store.durable, channelIds, senderId);
  if (first === undefined) return missing("client");
  if (others.length === 0) return ok(first);
  const names = [first, ...others].map(({ channelId }) => channelId).join(", ");
  return fail(
    "conflict",
    `Clients with this id are known on the channels ${names}: name one in the parameter channel.`,
  );
}

const erasureQuery = queryOf(
  {
    clientNumber: {
      ...count("The visitor number of the client. The answer then has only that erasure.", { min: 1 }),
      refusesEmpty: true,
    },
    state: oneOf(["pending", "done"], "pending when absent."),
    cursor: cursorText,
  },
  ({ clientNumber: number, state = "pending", cursor }) => {
    const place = decodeCursor(`erasures ${state}`, /^[0-9]{1,15}$/, number === undefined ? cursor : undefined);
    return place.ok ? ok({ state, number, after: place.value === undefined ? undefined : Number(place.value) }) : place;
  },
);

/** Running and finished erasures, by the number that the client had. They do not identify the client. */
const listErasures = (clients: Clients): Operation =>
  operation({
    ...common,
    method: "get",
    path: "/api/erasures",
    id: "listErasures",
    summary: "Lists erasures of client data that are pending or complete.",
    query: erasureQuery,
    answer: { status: 200, description: "A page of erasures.", schema: erasuresAnswer },
    failures: ["invalid_request"],
    handle: ({ query, limits }) => readErasures(clients, query, limits),
  });

async function readErasures(
  { runtime }: Clients,
  { state, number, after }: QueryOf<typeof erasureQuery>,
  { pageRowsMax }: Limits,
): Promise<Result<unknown>> {
  if (number !== undefined) {
    const [first] = await runtime.erasures.list(state, number - 1, 1);
    return ok({ erasures: first?.clientNumber === number ? [toErasure(number, first.row)] : [], cursor: null });
  }
  const page = await runtime.erasures.list(state, after, pageRowsMax);
  const last = page.length < pageRowsMax ? undefined : page.at(-1);
  const cursor = last === undefined ? null : encodeCursor(`erasures ${state}`, String(last.clientNumber));
  return ok({ erasures: page.map(({ clientNumber, row }) => toErasure(clientNumber, row)), cursor });
}
