import Type from "typebox";
import {
  inspectedActorAnswer,
  inspectedActorsAnswer,
  inspectedChatAnswer,
  inspectedKinds,
  inspectedStepsAnswer,
} from "../../../codec/inspect/inspect-schemas.ts";
import type { Limits } from "../../../config/limits.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { Accounts } from "../../../domain/agent/accounts/accounts.ts";
import type { Directory } from "../../../domain/directory.ts";
import type { ActorQuery, ActorSort, Inspector } from "../../../ports/inspector.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { OperationDoc } from "../../server/operation.ts";
import { textOf } from "../../server/operation.ts";
import type { HttpServer } from "../../server/server.ts";
import { InspectSockets } from "../../sockets/inspect/inspect-sockets.ts";
import { answerFile, readFileWish } from "../../web/answer-file.ts";
import { notModified } from "../../web/page-doc.ts";
import { createMadeFiles } from "../../web/web-files.ts";
import { Callers } from "../desk/desk-caller.ts";
import { cursorDoc, decodeCursor, encodeCursor } from "../desk/request/cursor.ts";
import type { OwnProcess } from "../desk/request/own-origin.ts";
import { readCount } from "../desk/request/query.ts";
import type { Operation } from "../operation.ts";
import { addOperations, operation, Reply, rawOperation } from "../operation.ts";

export interface InspectEdge {
  /** The number of open sockets. */
  socketCount(): number;
  /** Closes every socket with 1001. Call it when the server begins to drain. */
  closeSockets(): void;
}

/** Registers the inspector's API and `/ws/inspect` on the server. */
export function registerInspect(
  server: HttpServer,
  parts: {
    readonly inspector: Inspector;
    readonly directory: Directory;
    readonly accounts: Accounts;
    readonly own: OwnProcess;
  },
): InspectEdge {
  const { inspector, directory, accounts, own } = parts;
  const { origin, limits } = own;
  const sockets = new InspectSockets({ inspector, directory, accounts, own });
  sockets.register(server);
  const callers = new Callers({ directory, accounts, origin });
  addOperations(server, { callers, limits }, [
    inspectActors(inspector),
    inspectActor(inspector),
    inspectSteps(inspector),
    inspectChat(inspector),
    inspectChart(inspector),
  ]);
  return { socketCount: () => sockets.count, closeSockets: () => sockets.closeAll() };
}

const common = { method: "get", tag: "Inspector", access: "administrator", scope: "inspect" } as const;

/** Actors that match all parameters. */
const inspectActors = (inspector: Inspector): Operation =>
  operation({
    ...common,
    path: "/api/inspect/actors",
    id: "inspectActors",
    summary: "Lists actors, the newest of a kind first: chats, then deliveries, calls and other actors.",
    query: { parameters, read: readQuery },
    answer: { status: 200, description: "A page of actors.", schema: inspectedActorsAnswer },
    failures: ["invalid_request"],
    async handle({ query }) {
      const { actors, nextPlace, counted, isCut } = await inspector.listActors(query);
      const cursor = nextPlace === null ? null : encodeCursor("inspect", nextPlace);
      const more = JSON.stringify({ ...counted, isCut, cursor });
      return ok(new Reply(`{"actors":[${actors.join()}],${more.slice(1)}`));
    },
  });

/** The most rows of a page. A page of this size is built piece by piece. */
const rowsMax = 500;
const textCharactersMax = 256;
/** The form of `nextPlace`. */
const placeForm = /^[a-z]+( [!-~]{1,400})?$/;
const chatIdForm = /^[1-9][0-9]{0,14}$/;
const sortedColumns = ["actor", "state", "client", "since"] as const satisfies readonly ActorSort["by"][];
const sorts = sortedColumns.flatMap((by) => [by, `-${by}`]);

const parameters: NonNullable<OperationDoc["query"]> = [
  { name: "kind", description: "Only actors of this kind.", schema: Type.Enum([...inspectedKinds]) },
  {
    name: "id",
    description:
      "Only actors with this address (chat/17), this id without its kind (17, a delivery's id, a channel's id), or of this conversation.",
    schema: Type.String({ maxLength: textCharactersMax }),
  },
  {
    name: "client",
    description:
      "Only chats of the client with this visitor number, sender id or phone number; chats whose client's name, e-mail, phone number or sender id has this in it: of open ones any part, of closed ones whole words, the last one also as the beginning of one. With a kind: actors of that kind of the clients that are named exactly.",
    schema: Type.String({ maxLength: textCharactersMax }),
  },
  { name: "channel", description: "Only actors of the channel with this id.", schema: Type.String() },
  {
    name: "chat",
    description: "Only the actors of the chat with this number: its bot conversation, webhooks, calls and deliveries.",
    schema: Type.String({ pattern: chatIdForm.source }),
  },
  { name: "state", description: "Only actors in this state.", schema: Type.String({ maxLength: textCharactersMax }) },
  { name: "parked", description: "Only actors that had too many defects in a row.", schema: Type.Literal("true") },
  {
    name: "waitingLongerThanMs",
    description: "Only actors that entered their state longer ago than this.",
    schema: Type.Integer({ minimum: 0 }),
  },
  {
    name: "sort",
    description:
      "Sorts by this column; a minus in front: in descending order. `since` begins with those that are the longest in their state. Of more than 2,000 actors only the newest are sorted, and the answer says so.",
    schema: Type.Enum(sorts),
  },
  { name: "counts", description: "Also counts the actors by kind and state.", schema: Type.Literal("true") },
  {
    name: "limit",
    description: "The largest number of actors in the page.",
    schema: Type.Integer({ minimum: 1, maximum: rowsMax }),
  },
  cursorDoc,
];

function readQuery(exchange: HttpExchange, { pageRowsMax }: Limits): Result<ActorQuery> {
  const text = (name: string): string | undefined => exchange.query(name) || undefined;
  const [kind, chatId] = [text("kind"), text("chat")];
  const texts = { id: text("id"), client: text("client"), channelId: text("channel"), state: text("state") };
  if (kind !== undefined && !inspectedKinds.some((known) => known === kind))
    return fail("invalid_request", `Parameter kind must be one of ${inspectedKinds.join(", ")}.`);
  if (chatId !== undefined && !chatIdForm.test(chatId))
    return fail("invalid_request", "Parameter chat must be the number of a chat.");
  const switches = { parked: text("parked"), counts: text("counts") };
  for (const [name, value = "true"] of Object.entries(switches))
    if (value !== "true") return fail("invalid_request", `Parameter ${name} must be true or absent.`);
  const sort = readSort(text("sort"));
  if (!sort.ok) return sort;
  for (const [name, value = ""] of Object.entries(texts)) {
    if (value.length <= textCharactersMax) continue;
    const called = name === "channelId" ? "channel" : name;
    return fail("invalid_request", `Parameter ${called} must have at most ${textCharactersMax} characters.`);
  }
  const waiting = readCount("waitingLongerThanMs", text("waitingLongerThanMs"));
  if (!waiting.ok) return waiting;
  const limit = readCount("limit", text("limit"));
  if (!limit.ok) return limit;
  const { value: rows = pageRowsMax } = limit;
  if (rows < 1 || rows > rowsMax)
    return fail("invalid_request", `Parameter limit must be a whole number from 1 to ${rowsMax}, got ${rows}.`);
  const place = decodeCursor("inspect", placeForm, exchange.query("cursor"));
  if (!place.ok) return place;
  const given = { kind, chatId, ...texts, waitingLongerThanMs: waiting.value, sort: sort.value, place: place.value };
  const { parked, counts } = switches;
  return ok({
    ...withoutGaps(given),
    ...(parked !== undefined && { isParked: true }),
    ...(counts !== undefined && { isCounted: true }),
    rowsMax: rows,
  });
}

function readSort(text: string | undefined): Result<ActorSort | undefined> {
  const by = sortedColumns.find((column) => text === column || text === `-${column}`);
  if (text === undefined) return ok(undefined);
  return by === undefined
    ? fail("invalid_request", `Parameter sort must be one of ${sorts.join(", ")}.`)
    : ok({ by, isDescending: text.startsWith("-") });
}

type Given = { readonly [Name in keyof ActorQuery]?: ActorQuery[Name] | undefined };

/** Removes the fields that were not given. */
const withoutGaps = (given: Given): Omit<ActorQuery, "rowsMax"> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));

/** One actor with all its data; secrets are masked. */
const inspectActor = (inspector: Inspector): Operation =>
  operation({
    ...common,
    path: "/api/inspect/actors/:kind/:id",
    id: "inspectActor",
    summary: "Returns one actor with its state and its data.",
    answer: { status: 200, description: "The actor.", schema: inspectedActorAnswer },
    async handle({ parameters }) {
      const actor = toAddress(parameters);
      return shown("actor", actor === null ? null : await inspector.readActor(actor), "actor");
    },
  });

/** The last stored steps of an actor. */
const inspectSteps = (inspector: Inspector): Operation =>
  operation({
    ...common,
    path: "/api/inspect/actors/:kind/:id/steps",
    id: "inspectSteps",
    summary:
      "Lists the last steps of an actor, the oldest first: the steps of its last 64 commits, at most 7 days old.",
    answer: { status: 200, description: "The steps, without the words of people.", schema: inspectedStepsAnswer },
    async handle({ parameters }) {
      const actor = toAddress(parameters);
      return shown("steps", actor === null ? null : await inspector.readSteps(actor), "actor");
    },
  });

const idCharactersMax = 256;

/** Returns `null` for a text that is not an address. */
function toAddress([kind, id]: readonly [string, string]): string | null {
  const isKnown = inspectedKinds.some((known) => known === kind) && id.length <= idCharactersMax;
  return isKnown ? `${kind}/${id}` : null;
}

/** A chat with all its actors, and all their steps in the order in which they happened. */
const inspectChat = (inspector: Inspector): Operation =>
  operation({
    ...common,
    path: "/api/inspect/chats/:id",
    id: "inspectChat",
    summary: "Returns a chat with its bot conversation, webhooks, calls and deliveries, and all their steps in order.",
    answer: { status: 200, description: "The chat, of more the newest.", schema: inspectedChatAnswer },
    handle: async ({ parameters: [id] }) => shown("chat", await inspector.readChat(id), "chat"),
  });

/** The JSON text under a name; fails if it is null. */
const shown = (name: string, json: string | null, what: string): Result<Reply> =>
  json === null ? fail("not_found", `There is no such ${what}.`) : ok(new Reply(`{"${name}":${json}}`));

/**
 * A hash names the same picture forever. `private` keeps it out of shared caches, so that it cannot be read there after a
 * log-out.
 */
const kept = ["Cache-Control", "private, max-age=31536000, immutable"];

/** The chart of a machine, as SVG without external parts. */
function inspectChart(inspector: Inspector): Operation {
  const pictures = createMadeFiles("image/svg+xml");
  return rawOperation({
    ...common,
    path: "/api/inspect/charts/:hash",
    id: "inspectChart",
    summary: "Returns a chart as SVG. The details of an actor name the chart.",
    query: [
      {
        name: "near",
        description: "Only the part of the chart around this state: its neighbours, and the transitions between them.",
        schema: Type.String({ maxLength: textCharactersMax }),
      },
    ],
    answer: { status: 200, description: "The picture, the same for ever.", media: textOf("image/svg+xml") },
    otherAnswers: [notModified],
    async serve({ exchange, parameters: [hash] }) {
      const wish = readFileWish(exchange);
      // A chart from another program may take long, because other charts may be in the queue.
      const near = exchange.query("near") || undefined;
      const drawn = await exchange.untimed(inspector.readChart(hash, near));
      if (!drawn.ok) return exchange.answerFailure(drawn.failure);
      exchange.answerHeaders = [];
      answerFile(
        exchange,
        pictures(`${hash} ${near ?? ""}`, () => drawn.value),
        kept,
        wish,
      );
    },
  });
}
