import Type from "typebox";
import { inspectedActorsAnswer, inspectedKinds } from "../../../codec/inspect/inspect-schemas.ts";
import type { Limits } from "../../../config/limits.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { ActorQuery } from "../../../ports/inspector.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { ParameterDoc } from "../../server/operation.ts";
import type { Handler, Route } from "../../server/router.ts";
import { findAdministrator } from "../desk/desk-caller.ts";
import { cursorDoc, decodeCursor, encodeCursor } from "../desk/request/cursor.ts";
import { readCount } from "../desk/request/query.ts";
import { answerText } from "./inspect-answer.ts";
import type { InspectParts } from "./inspect-parts.ts";

/**
 * `GET /api/inspect/actors?kind=&id=&client=&channel=&state=&parked=&waitingLongerThanMs=&limit=&cursor=`: actors that match all
 * parameters.
 */
export const inspectedActorsRoute = (inspect: InspectParts): Route => ({
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
