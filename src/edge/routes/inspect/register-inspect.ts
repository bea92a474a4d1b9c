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
import type { ActorQuery } from "../../../ports/inspector.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { ParameterDoc } from "../../server/operation.ts";
import type { Handler, Route } from "../../server/router.ts";
import type { HttpServer } from "../../server/server.ts";
import { InspectSockets } from "../../sockets/inspect/inspect-sockets.ts";
import { findAdministrator } from "../desk/desk-caller.ts";
import { cursorDoc, decodeCursor, encodeCursor } from "../desk/request/cursor.ts";
import { readCount } from "../desk/request/query.ts";
import type { InspectParts } from "./inspect-parts.ts";
import { inspectedChartRoute } from "./inspected-chart.ts";

/** `GET /api/inspect/chats/{id}`: a chat with all its actors, and all their steps in the order in which they happened. */
const inspectedChatRoute = (inspect: InspectParts): Route => ({
  pattern: "/api/inspect/chats/:id",
  methods: { get: getChat(inspect) },
  docs: {
    get: {
      id: "inspectChat",
      summary:
        "Returns a chat with its bot conversation, webhooks, calls and deliveries, and all their steps in order.",
      tag: "Inspector",
      access: "administrator",
      answer: { status: 200, description: "The chat, of more the newest.", schema: inspectedChatAnswer },
      failures: ["not_found"],
    },
  },
});

const getChat =
  ({ inspector, ...desk }: InspectParts): Handler =>
  async (exchange, [id = ""]) => {
    if (findAdministrator(desk, exchange) === null) return;
    answerInspected(exchange, "chat", await inspector.readChat(id), "chat");
  };

export interface InspectEdge {
  /** The number of open sockets. */
  socketCount(): number;
  /** Closes every socket with 1001. Call it when the server begins to drain. */
  closeSockets(): void;
}

/** Registers the inspector's API and `/ws/inspect` on the server. */
export function registerInspect(server: Pick<HttpServer, "route" | "ws">, parts: InspectParts): InspectEdge {
  const sockets = new InspectSockets(parts);
  sockets.register(server);
  server.route(inspectedActorsRoute(parts));
  server.route(inspectedActorRoute(parts));
  server.route(inspectedStepsRoute(parts));
  server.route(inspectedChatRoute(parts));
  server.route(inspectedChartRoute(parts));
  return { socketCount: () => sockets.count, closeSockets: () => sockets.closeAll() };
}

/** `GET /api/inspect/actors/{kind}/{id}`: one actor with all its data; secrets are masked. */
const inspectedActorRoute = (inspect: InspectParts): Route => ({
  pattern: "/api/inspect/actors/:kind/:id",
  methods: { get: getActor(inspect) },
  docs: {
    get: {
      id: "inspectActor",
      summary: "Returns one actor with its state and its data.",
      tag: "Inspector",
      access: "administrator",
      answer: { status: 200, description: "The actor.", schema: inspectedActorAnswer },
      failures: ["not_found"],
    },
  },
});

/** `GET /api/inspect/actors/{kind}/{id}/steps`: the last stored steps of an actor. */
const inspectedStepsRoute = (inspect: InspectParts): Route => ({
  pattern: "/api/inspect/actors/:kind/:id/steps",
  methods: { get: getSteps(inspect) },
  docs: {
    get: {
      id: "inspectSteps",
      summary:
        "Lists the last steps of an actor, the oldest first: the steps of its last 64 commits, at most 7 days old.",
      tag: "Inspector",
      access: "administrator",
      answer: { status: 200, description: "The steps, without the words of people.", schema: inspectedStepsAnswer },
      failures: ["not_found"],
    },
  },
});

const idCharactersMax = 256;

/** Returns `null` for a text that is not an address. */
function toAddress([kind = "", id = ""]: readonly string[]): string | null {
  const isKnown = inspectedKinds.some((known) => known === kind) && id.length <= idCharactersMax;
  return isKnown ? `${kind}/${id}` : null;
}

const getActor =
  (inspect: InspectParts): Handler =>
  async (exchange, parameters) => {
    if (findAdministrator(inspect, exchange) === null) return;
    const actor = toAddress(parameters);
    const found = actor === null ? null : await inspect.inspector.readActor(actor);
    answerInspected(exchange, "actor", found, "actor");
  };

const getSteps =
  (inspect: InspectParts): Handler =>
  async (exchange, parameters) => {
    if (findAdministrator(inspect, exchange) === null) return;
    const actor = toAddress(parameters);
    const found = actor === null ? null : await inspect.inspector.readSteps(actor);
    answerInspected(exchange, "steps", found, "actor");
  };

/**
 * `GET /api/inspect/actors?kind=&id=&client=&channel=&state=&parked=&waitingLongerThanMs=&limit=&cursor=`: actors that match all
 * parameters.
 */
const inspectedActorsRoute = (inspect: InspectParts): Route => ({
  pattern: "/api/inspect/actors",
  methods: { get: getActors(inspect) },
  docs: {
    get: {
      id: "inspectActors",
      summary: "Lists actors, the newest of a kind first: chats, then deliveries, calls and other actors.",
      tag: "Inspector",
      access: "administrator",
      query: queryDocs,
      answer: { status: 200, description: "A page of actors.", schema: inspectedActorsAnswer },
      failures: ["invalid_request"],
    },
  },
});

/** The most rows of a page. A page of this size is built piece by piece. */
const rowsMax = 500;
const textCharactersMax = 256;
/** The form of `nextPlace`. */
const placeForm = /^[a-z]+( [!-~]{1,400})?$/;

const queryDocs: readonly ParameterDoc[] = [
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
  { name: "state", description: "Only actors in this state.", schema: Type.String({ maxLength: textCharactersMax }) },
  { name: "parked", description: "Only actors that had too many defects in a row.", schema: Type.Literal("true") },
  {
    name: "waitingLongerThanMs",
    description: "Only actors that entered their state longer ago than this.",
    schema: Type.Integer({ minimum: 0 }),
  },
  {
    name: "limit",
    description: "The largest number of actors in the page.",
    schema: Type.Integer({ minimum: 1, maximum: rowsMax }),
  },
  cursorDoc,
];

const getActors =
  (inspect: InspectParts): Handler =>
  async (exchange) => {
    if (findAdministrator(inspect, exchange) === null) return;
    const query = readQuery(exchange, inspect.limits);
    if (!query.ok) return exchange.answerFailure(query.failure);
    const { actors, nextPlace } = await inspect.inspector.listActors(query.value);
    const cursor = nextPlace === null ? null : encodeCursor("inspect", nextPlace);
    answerText(exchange, `{"actors":[${actors.join()}],"cursor":${JSON.stringify(cursor)}}`);
  };

function readQuery(exchange: HttpExchange, { pageRowsMax }: Pick<Limits, "pageRowsMax">): Result<ActorQuery> {
  const given = (name: string): string | undefined => exchange.query(name) || undefined;
  const [kind, parked] = [given("kind"), given("parked")];
  const texts = { id: given("id"), client: given("client"), channelId: given("channel"), state: given("state") };
  if (kind !== undefined && !inspectedKinds.some((known) => known === kind))
    return fail("invalid_request", `Parameter kind must be one of ${inspectedKinds.join(", ")}.`);
  if (parked !== undefined && parked !== "true")
    return fail("invalid_request", "Parameter parked must be true or absent.");
  for (const [name, text = ""] of Object.entries(texts)) {
    if (text.length <= textCharactersMax) continue;
    const called = name === "channelId" ? "channel" : name;
    return fail("invalid_request", `Parameter ${called} must have at most ${textCharactersMax} characters.`);
  }
  const waiting = readCount("waitingLongerThanMs", given("waitingLongerThanMs"));
  if (!waiting.ok) return waiting;
  const limit = readCount("limit", given("limit"));
  if (!limit.ok) return limit;
  const { value: rows = pageRowsMax } = limit;
  if (rows < 1 || rows > rowsMax)
    return fail("invalid_request", `Parameter limit must be a whole number from 1 to ${rowsMax}, got ${rows}.`);
  const place = decodeCursor("inspect", placeForm, exchange.query("cursor"));
  if (!place.ok) return place;
  const told = { kind, ...texts, waitingLongerThanMs: waiting.value, place: place.value };
  return ok({ ...withoutGaps(told), ...(parked === "true" && { isParked: true as const }), rowsMax: rows });
}

type Told = { readonly [Name in keyof ActorQuery]?: ActorQuery[Name] | undefined };

/** Removes the fields that were not given. */
const withoutGaps = (told: Told): Omit<ActorQuery, "rowsMax"> =>
  Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));

/** Answers 200 with the JSON text under a name, or 404 if it is null. */
function answerInspected(exchange: HttpExchange, name: string, json: string | null, what: string): void {
  if (json === null) exchange.answerFailure({ code: "not_found", message: `There is no such ${what}.` });
  else answerText(exchange, `{"${name}":${json}}`);
}

function answerText(exchange: HttpExchange, body: string): void {
  exchange.answer(200, { body });
}
