import t from "tap";
import type { WatchedStep } from "../../src/actors/history/step-record.ts";
import { asActorKey, asConversationKey } from "../../src/core/ids.ts";
import type { StepsMessage } from "../../src/inspect/nodes/messages.ts";
import { StepSender } from "../../src/inspect/nodes/step-sender.ts";
import { createAlonePeers } from "../../src/store/alone-peers.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { passTurns } from "./hub-world.ts";

function createWorld() {
  const clock = createManualClock(0);
  const sent: StepsMessage[] = [];
  const meters = { stepsSent: 0, stepsNotSent: 0 };
  const secrets = {
    mask: (value: unknown) => (value === "secret" ? "••••" : value),
    text: (text: string) => text,
  };
  const sender = new StepSender({
    ...{ clock, meters, secrets },
    peers: { ...createAlonePeers("node"), tell: async (_topic, text) => void sent.push(JSON.parse(text)) },
    log: { error: () => undefined } as never,
  });
  return {
    ...{ clock, sent, meters, sender },
    steps: () => sent.flatMap(({ steps = [] }) => steps),
    missed: () => sent.flatMap(({ missed = [] }) => missed),
  };
}

const conversation = asConversationKey("client/MOBILEAPP1/7");
const stepOf = (revision: number, context: unknown = {}): WatchedStep => ({
  ...{ actor: asActorKey("chat/1"), conversation, atMs: 0, revision, index: 0, contextBefore: {}, context },
  ...{ event: { type: "message.received" }, cause: "request", from: null, before: "waiting", after: "waiting" },
  ...{ effects: [], taken: [] },
});
const stepsFrom = (first: number, count: number, context?: unknown): readonly WatchedStep[] =>
  Array.from({ length: count }, (_, index) => stepOf(first + index, context));
/** Waits for more turns than 1,000 steps need. */
const passManyTurns = async (): Promise<void> => {
  for (let round = 0; round < 6; round += 1) await passTurns();
};

t.test("steps are sent in order with masked secrets, several in one message", async (t) => {
  const { sender, sent, steps, meters } = createWorld();
  sender.take(stepsFrom(1, 20, "secret"));
  await passTurns();
  t.equal(sent.length, 2);
  t.same(
    steps().map(({ revision }) => revision),
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
  t.ok(steps().every(({ step }) => step.context === "••••"));
  t.same(meters, { stepsSent: 20, stepsNotSent: 0 });
});

t.test(
  "the number of steps in a second is limited; further ones are reported as missed when the second is over",
  async (t) => {
    const { sender, clock, steps, missed, meters } = createWorld();
    sender.take(stepsFrom(1, 1_200));
    await passManyTurns();
    t.equal(steps().length, 1_000);
    t.same(missed(), []);
    clock.advance(1_000);
    t.same(missed(), [{ actor: "chat/1", conversation, count: 200 }]);
    sender.take(stepsFrom(1_201, 1));
    await passTurns();
    t.equal(steps().length, 1_001);
    t.same(meters, { stepsSent: 1_001, stepsNotSent: 200 });
  },
);

t.test("fewer large steps are sent, and a step that is too large has no contexts", async (t) => {
  const { sender, clock, steps, missed } = createWorld();
  sender.take([stepOf(1, "x".repeat(600_000))]);
  await passTurns();
  t.match(steps(), [
    { revision: 1, step: { context: "(too large to be shown)", event: { type: "message.received" } } },
  ]);
  sender.take(stepsFrom(2, 10, "x".repeat(400_000)));
  await passTurns();
  t.equal(steps().length, 7);
  clock.advance(1_000);
  t.match(missed(), [{ count: 4 }]);
});

t.test("the number of waiting steps is limited", async (t) => {
  const { sender, clock, missed, meters } = createWorld();
  sender.take(stepsFrom(1, 2_500));
  t.equal(meters.stepsNotSent, 500);
  sender.stop();
  await passTurns();
  clock.advance(1_000);
  t.same(missed(), []);
});
