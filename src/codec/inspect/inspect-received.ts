import type { Static, TSchema } from "typebox";
import Type from "typebox";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { FedFrame, FedSnapshotFacts } from "../../ports/inspector.ts";
import { decodeJson, isJsonObject, refuseBrokenText } from "../json/json.ts";
import { received } from "../schema/frame.ts";
import { createSchemaParser } from "../schema/schema.ts";
import { about } from "../schema/schema-parts.ts";
import { describeValue } from "../text/text.ts";

/** The maximum number of keys that one watcher may watch at the same time. */
const watchedKeysMax = 64;
/** A key to watch: an actor's address, `chat/17/*` for the conversation of a chat, or `*` for everything. */
const watchedKeyForm =
  /^(\*|chat\/[0-9]{1,15}\/\*|(channel|chat|bot|webhooks|call|delivery|agent)\/[!-~]{1,255}|outside\/[^\p{C}]{1,256})$/u;
const keyMeaning = 'an address such as "chat/17", "chat/17/*" for its conversation, or "*"';

const nameCharactersMax = 256;
const definitionCharactersMax = 128 * 1024;

/** An id from the other inspector: a text, null or absent. */
const nobody = (description: string) =>
  Type.Optional(
    Type.Union([Type.String({ maxLength: nameCharactersMax }), Type.Null()], {
      ...about("a session id", description),
    }),
  );
const sessionId = Type.String({
  minLength: 1,
  maxLength: nameCharactersMax,
  pattern: "^[^\\p{C}]+$",
  ...about(`a text of 1 to ${nameCharactersMax} printable characters`, "The id of the actor in the other program."),
});
const event = Type.Object(
  { type: Type.String({ maxLength: nameCharactersMax, description: "The type of the event." }) },
  {
    additionalProperties: true,
    ...about(`an object with a text "type" of at most ${nameCharactersMax} characters`, "The event."),
  },
);
const snapshot = Type.Object(
  {
    status: Type.Optional(
      Type.Enum(["active", "done", "error", "stopped"], { description: "Whether the actor still runs." }),
    ),
  },
  {
    additionalProperties: true,
    ...about('an object, its status "active", "done", "error" or "stopped"', "The state of the actor."),
  },
);

/** The frames that a watcher or another inspector may send on `/ws/inspect`. */
export const inspectReceived = {
  watch: received(
    "watch",
    {
      watch: Type.Array(Type.String({ maxLength: nameCharactersMax }), {
        maxItems: watchedKeysMax,
        ...about(`a list of at most ${watchedKeysMax} texts, each ${keyMeaning}`, "The actors to watch."),
      }),
      since: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: nameCharactersMax,
          ...about("the id of a frame that was seen", "The id of the last frame that an earlier socket received."),
        }),
      ),
    },
    {
      summary: "Chooses the actors to watch, in place of the actors watched before.",
      when: "At any time. `since` names the last frame that an earlier socket received.",
      example: { watch: ["chat/17/*", "channel/SHOPWIDGET"] },
    },
  ),
  beat: received(
    "beat",
    {},
    {
      summary: "Asks whether the service still answers, because pages cannot see the pings of a socket.",
      when: "At any time.",
    },
  ),
  "@xstate.actor": received(
    "@xstate.actor",
    {
      sessionId,
      name: Type.Optional(
        Type.String({
          maxLength: nameCharactersMax,
          ...about(
            `a text of at most ${nameCharactersMax} characters`,
            "The name of the actor. Without it the id is shown.",
          ),
        }),
      ),
      parentId: nobody("The id of the parent actor."),
      definition: Type.Optional(
        Type.Union([Type.String({ maxLength: definitionCharactersMax }), Type.Null()], {
          ...about(
            `the definition as JSON text of at most ${definitionCharactersMax} characters`,
            "The definition of the machine.",
          ),
        }),
      ),
      snapshot: Type.Optional(snapshot),
    },
    {
      summary: "Reports an actor of another program.",
      when: "When the other program starts an actor.",
    },
  ),
  "@xstate.event": received(
    "@xstate.event",
    { sessionId, sourceId: nobody("The id of the actor that sent the event."), event },
    {
      summary: "Reports an event that an actor of another program receives.",
      when: "When an event reaches the actor.",
    },
  ),
  "@xstate.snapshot": received(
    "@xstate.snapshot",
    { sessionId, event: Type.Optional(event), snapshot },
    {
      summary: "Reports the new state of an actor of another program.",
      when: "After the actor has handled an event.",
    },
  ),
};

/** Watches these keys instead of the earlier ones. `since` is the id of the last frame that was received on an earlier socket. */
type WatchFrame = Static<typeof inspectReceived.watch.schema>;
/** Asks whether the connection is alive, because browsers hide pings from pages. */
type BeatFrame = Static<typeof inspectReceived.beat.schema>;
/** A frame that is received on `/ws/inspect`. */
export type InspectFrame = WatchFrame | BeatFrame | FedFrame;

const parserOf = <Schema extends TSchema>({ schema }: { readonly schema: Schema }) =>
  createSchemaParser(schema, "The frame");
const parseWatch = parserOf(inspectReceived.watch);
const parseBeat = parserOf(inspectReceived.beat);
const parseActor = parserOf(inspectReceived["@xstate.actor"]);
const parseEvent = parserOf(inspectReceived["@xstate.event"]);
const parseSnapshot = parserOf(inspectReceived["@xstate.snapshot"]);

/** Parses a frame into its typed form; fails with `invalid_request` naming the field. */
export function parseInspectFrame(bytes: Uint8Array, limits: { readonly jsonDepthMax: number }): Result<InspectFrame> {
  const decoded = decodeJson(bytes, { depthMax: limits.jsonDepthMax });
  if (!decoded.ok) return decoded;
  const failure = refuseBrokenText(decoded.value, ["sessionId", "parentId", "sourceId"]);
  if (failure !== null) return { ok: false, failure };
  const frame = decoded.value.value;
  const type = isJsonObject(frame) ? frame["type"] : undefined;
  if (type === "watch") return parseWatched(frame);
  if (type === "beat") return parseBeat(frame);
  if (type === "@xstate.actor") return parseFedActor(frame, bytes.length);
  if (type === "@xstate.event") return parseFedEvent(frame, bytes.length);
  if (type === "@xstate.snapshot") return parseFedSnapshot(frame, bytes.length);
  return fail(
    "invalid_request",
    `Field type must be "watch", "beat", "@xstate.actor", "@xstate.event" or "@xstate.snapshot", got ${describeValue(type)}.`,
  );
}

function parseWatched(frame: unknown): Result<WatchFrame> {
  const parsed = parseWatch(frame);
  if (!parsed.ok) return parsed;
  const refusal = refuseWatchedKeys("Field", parsed.value.watch);
  return refusal === null ? parsed : fail("invalid_request", refusal);
}

/**
 * Returns one sentence that says why keys cannot be watched; null if they can. `place` names the place of the keys in the request.
 */
export function refuseWatchedKeys(place: "Field" | "Parameter", keys: readonly string[]): string | null {
  if (keys.length > watchedKeysMax)
    return `${place} watch must name at most ${watchedKeysMax} actors, got ${keys.length}.`;
  const wrong = keys.find((key) => !watchedKeyForm.test(key));
  return wrong === undefined ? null : `${place} watch must contain ${keyMeaning}, got ${describeValue(wrong)}.`;
}

function parseFedActor(frame: unknown, bytes: number): Result<FedFrame> {
  const parsed = parseActor(frame);
  if (!parsed.ok) return parsed;
  const {
    type,
    sessionId: id,
    name: called = id,
    parentId = null,
    definition = null,
    snapshot: facts = {},
  } = parsed.value;
  return ok({ type, sessionId: id, name: called, parentId, definition, snapshot: factsOf(facts), bytes });
}

function parseFedEvent(frame: unknown, bytes: number): Result<FedFrame> {
  const parsed = parseEvent(frame);
  if (!parsed.ok) return parsed;
  const { type, sessionId: id, sourceId = null, event } = parsed.value;
  return ok({ type, sessionId: id, sourceId, event, bytes });
}

function parseFedSnapshot(frame: unknown, bytes: number): Result<FedFrame> {
  const parsed = parseSnapshot(frame);
  if (!parsed.ok) return parsed;
  const { type, sessionId: id, event = { type: "" }, snapshot: facts } = parsed.value;
  return ok({ type, sessionId: id, event, snapshot: factsOf(facts), bytes });
}

function factsOf({ status, ...facts }: Static<typeof snapshot>): FedSnapshotFacts {
  const { value, context }: Readonly<Record<string, unknown>> = facts;
  return { ...(status !== undefined && { status }), value, context };
}
