import t from "tap";
import type { AnyStateMachine } from "xstate";
import { actors } from "../../../src/domain/actors.ts";
import { pathTaken } from "../../../src/web/inspector/actor/path-taken.ts";
import { dueIn, lengthOf, spanOf } from "../../../src/web/inspector/parts/moments.ts";
import { actorOfField, splitByActors } from "../../../src/web/inspector/parts/split-actors.ts";
import { statesOfKind, toneOf, wordsOf } from "../../../src/web/inspector/parts/tone.ts";
import { linesOfEffects, wordsOfCause, wordsOfEffect } from "../../../src/web/inspector/step/step-words.ts";
import { marksOf, moveWords } from "../../../src/web/inspector/time-line/marks.ts";
import { step } from "./inspected.ts";

/** The states in which machines begin and choose. No actor is ever stored in these states. */
const transient = ["beginning", "deciding", "idle"];
const statesOf = (machine: AnyStateMachine): readonly string[] =>
  Object.keys(machine.states).filter((name) => !transient.includes(name));

t.test("every kind of actor and every state of its machine can be searched", async (t) => {
  const known = Object.fromEntries(Object.entries(actors).map(([kind, { machine }]) => [kind, statesOf(machine)]));
  const { outside, ...own } = statesOfKind;
  t.same(outside, []);
  for (const kind of new Set([...Object.keys(known), ...Object.keys(own)]))
    t.same([...(own[kind] ?? [])].sort(), [...(known[kind] ?? [])].sort(), kind);
});

t.test("states have their own meaning where it matters, also inside another state", async (t) => {
  t.same(["attempting", "pending", "delivered", "failed", "quiet", "open.waiting", "theirs"].map(toneOf), [
    "working",
    "waiting",
    "well",
    "failed",
    "still",
    "waiting",
    "still",
  ]);
  t.same([wordsOf("backing_off"), wordsOf("")], ["backing off", "no state"]);
});

for (const [cause, words] of [
  ["dGVzdA-12", "Request dGVzdA-12"],
  ["dGVzdA-12 key of $1 and $2", "Request dGVzdA-12 with the API key of $1 and $2"],
  ["deadline next-attempt of delivery/01X", "Deadline next-attempt of delivery/01X was reached"],
  ["attempt 2 of delivery/01X", "Attempt 2 of delivery/01X ended"],
  ["tell 01ABC", "An event of another conversation, in tell 01ABC"],
  ["socket test.3", "A page's socket, test.3"],
  ["configuration", "The configuration"],
  ["removed agent 3", "agent/3 was removed"],
  ["closed channel MOBILEAPP1", "channel/MOBILEAPP1 was closed"],
  ["something else entirely", "something else entirely"],
] as const)
  t.test(`the cause "${cause}" has a text`, async (t) => t.equal(wordsOfCause(cause), words));

t.test("actors in a text and fields that name an actor are found", async (t) => {
  t.same(
    splitByActors("Attempt 2 of delivery/01X for chat/17.").filter(({ isActor }) => isActor),
    [
      { text: "delivery/01X", isActor: true },
      { text: "chat/17", isActor: true },
    ],
  );
  t.same(splitByActors("a webchat/17 and other/5"), [{ text: "a webchat/17 and other/5", isActor: false }]);
  t.equal(actorOfField("chatId", "17"), "chat/17");
  t.equal(actorOfField("agentId", 3), "agent/3");
  t.equal(actorOfField("to", "bot/4"), "bot/4");
  t.equal(actorOfField("to", "maria@example.com"), null);
  t.equal(actorOfField("chatId", null), null);
  t.equal(actorOfField("id", "17"), null);
});

t.test("every effect has a text, and a tell to several actors has one line for each", async (t) => {
  t.equal(wordsOfEffect("effect.attempt.start"), "Starts an attempt");
  t.equal(wordsOfEffect("effect.of.tomorrow"), "effect.of.tomorrow");
  const tells = [
    { to: "chat/1", event: { type: "a" } },
    { to: "chat/2", event: { type: "b" } },
  ];
  const type = "effect.actor.tell";
  t.same(
    linesOfEffects([
      { type, tells },
      { type, tells: [] },
      { type, to: "chat/3", event: "c" },
    ]),
    [
      { type, to: "chat/1", event: { type: "a" } },
      { type, to: "chat/2", event: { type: "b" } },
      { type, to: "chat/3", event: "c" },
    ],
  );
});

t.test("durations have readable texts", async (t) => {
  t.same([350, 2_500, 180_000, 7_200_000, 345_600_000].map(lengthOf), ["350 ms", "2.5 s", "3 min", "2 h", "4 d"]);
  t.same([-5, 42_000, 119_000, 3_700_000, 90_000_000].map(spanOf), ["0 s", "42 s", "1 min", "1 h", "1 d"]);
  t.same([dueIn(9_000, 1_000), dueIn(1_000, 4_000), dueIn(601_000, 1_000)], ["in 8 s", "due 3 s ago", "in 10 min"]);
});

t.test("the time line marks long pauses and distinguishes state changes from other steps", async (t) => {
  const marks = marksOf([
    step({ before: null, after: "pending", atMs: 0 }),
    step({ before: "pending", after: "pending", atMs: 400 }),
    step({ before: "pending", after: "attempting", atMs: 3_400 }),
  ]);
  t.same(
    marks.map(({ isMove, gap }) => [isMove, gap]),
    [
      [true, null],
      [false, null],
      [true, "3 s"],
    ],
  );
  t.same(
    marks.map((mark) => moveWords(mark.step)),
    ["begins as pending", "stays pending", "pending to attempting"],
  );
  t.same(pathTaken(marks.map((mark) => mark.step)), [
    { state: "pending", steps: 2 },
    { state: "attempting", steps: 1 },
  ]);
  t.same(pathTaken([step({ before: "attempting", after: "failed" })]), [
    { state: "attempting", steps: 0 },
    { state: "failed", steps: 1 },
  ]);
});
