import Type from "typebox";
import {
  inspectedActorAnswer,
  inspectedActorsAnswer,
  inspectedChatAnswer,
  inspectedKinds,
  inspectedStepsAnswer,
} from "../../../codec/inspect/inspect-schemas.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { Accounts } from "../../../domain/agent/accounts/accounts.ts";
import type { Directory } from "../../../domain/directory.ts";
import type { ActorQuery, ActorSort, Inspector } from "../../../ports/inspector.ts";
import { textOf } from "../../server/operation.ts";
import type { HttpServer } from "../../server/server.ts";
import { InspectSockets } from "../../sockets/inspect/inspect-sockets.ts";
import { answerFile, readFileWish } from "../../web/answer-file.ts";
import { notModified } from "../../web/page-doc.ts";
import { createMadeFiles } from "../../web/web-files.ts";
import { Callers } from "../desk/desk-caller.ts";
import { decodeCursor, encodeCursor } from "../desk/request/cursor.ts";
import type { OwnProcess } from "../desk/request/own-origin.ts";
import type { Parameter } from "../desk/request/query.ts";
import { count, cursorText, oneOf, onlyTrue, queryOf, text, textOfForm } from "../desk/request/query.ts";
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

/** The most rows of a page. A page of this size is built piece by piece. */
const rowsMax = 500;
const textCharactersMax = 256;
/** The form of `nextPlace`. */
const placeForm = /^[a-z]+( [!-~]{1,400})?$/;
const chatIdForm = /^[1-9][0-9]{0,14}$/;
const sortedColumns = ["actor", "state", "client", "since"] as const satisfies readonly ActorSort["by"][];
const sorts = sortedColumns.flatMap((by) => [by, `-${by}`]);

const sort: Parameter<ActorSort> = {
  description:
    "Sorts by this column; a minus in front: in descending order. `since` begins with those that are the longest in their state. Of more than 2,000 actors only the newest are sorted, and the answer says so.",
  schema: Type.Enum(sorts),
  must: `be one of ${sorts.join(", ")}`,
  read(column) {
    const by = sortedColumns.find((known) => column === known || column === `-${known}`);
    return by && { by, isDescending: column.startsWith("-") };
  },
};

const actorQuery = queryOf(
  {
    kind: oneOf(inspectedKinds, "Only actors of this kind."),
    id: text(
      "Only actors with this address (chat/17), this id without its kind (17, a delivery's id, a channel's id), or of this conversation.",
      textCharactersMax,
    ),
    client: text(
      "Only chats of the client with this visitor number, sender id or phone number; chats whose client's name, e-mail, phone number or sender id has this in it: of open ones any part, of closed ones whole words, the last one also as the beginning of one. With a kind: actors of that kind of the clients that are named exactly.",
      textCharactersMax,
    ),
    channel: text("Only actors of the channel with this id.", textCharactersMax),
    chat: textOfForm(
      chatIdForm,
      "the number of a chat",
      "Only the actors of the chat with this number: its bot conversation, webhooks, calls and deliveries.",
    ),
    state: text("Only actors in this state.", textCharactersMax),
    parked: onlyTrue("Only actors that had too many defects in a row."),
    waitingLongerThanMs: count("Only actors that entered their state longer ago than this."),
    sort,
    counts: onlyTrue("Also counts the actors by kind and state."),
    limit: count("The largest number of actors in the page.", { min: 1, max: rowsMax }),
    cursor: cursorText,
  },
  (
    { channel: channelId, chat: chatId, parked, counts, limit, cursor, ...asked },
    { pageRowsMax },
  ): Result<ActorQuery> => {
    const place = decodeCursor("inspect", placeForm, cursor);
    if (!place.ok) return place;
    return ok({
      ...asked,
      ...(channelId !== undefined && { channelId }),
      ...(chatId !== undefined && { chatId }),
      ...(parked && { isParked: parked }),
      ...(counts && { isCounted: counts }),
      ...(place.value !== undefined && { place: place.value }),
      rowsMax: limit ?? pageRowsMax,
    });
  },
);

const common = { method: "get", tag: "Inspector", access: "administrator", scope: "inspect" } as const;

/** Actors that match all parameters. */
const inspectActors = (inspector: Inspector): Operation =>
  operation({
    ...common,
    path: "/api/inspect/actors",
    id: "inspectActors",
    summary: "Lists actors, the newest of a kind first: chats, then deliveries, calls and other actors.",
    query: actorQuery,
    answer: { status: 200, description: "A page of actors.", schema: inspectedActorsAnswer },
    failures: ["invalid_request"],
    async handle({ query }) {
      const { actors, nextPlace, counted, isCut } = await inspector.listActors(query);
      const cursor = nextPlace === null ? null : encodeCursor("inspect", nextPlace);
      const more = JSON.stringify({ ...counted, isCut, cursor });
      return ok(new Reply(`{"actors":[${actors.join()}],${more.slice(1)}`));
    },
  });

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
