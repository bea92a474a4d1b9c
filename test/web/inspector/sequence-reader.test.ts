import t from "tap";
import type { InspectedChat } from "../../../src/codec/inspect/inspected.types.ts";
import type { InspectorApi } from "../../../src/web/inspector/data/api.ts";
import type { ChatReader } from "../../../src/web/inspector/sequence/chat-reader.ts";
import { openChatReader } from "../../../src/web/inspector/sequence/chat-reader.ts";
import type { ApiFailure } from "../../../src/web/shared/api/api.ts";
import { standIn } from "../stand-in.ts";
import { actorOf, chatOf, stepOf } from "./sequence-chat.ts";

const busy: ApiFailure = { status: 503, code: "overloaded", message: "Too busy.", field: null, requestId: null };

/** A reader whose service and clock are controlled by the test. */
function openWorld(first: InspectedChat) {
  const world = { answer: first as InspectedChat | ApiFailure, asked: 0, isHidden: false };
  let waiting: (() => void) | null = null;
  const reader: ChatReader = openChatReader({
    chatId: "17",
    isHidden: () => world.isHidden,
    after(_delayMs, run) {
      waiting = run;
      return () => {
        waiting = null;
      };
    },
    api: standIn<InspectorApi>({
      async chat(id) {
        t.equal(id, "17");
        world.asked += 1;
        const { answer } = world;
        return "code" in answer
          ? { ok: false, failure: answer }
          : { ok: true, value: { chat: structuredClone(answer) } };
      },
    }),
  });
  /** Advances the time by five seconds and waits until everything has settled. */
  const pass = async (): Promise<boolean> => {
    const run = waiting;
    waiting = null;
    run?.();
    await new Promise((resolve) => setImmediate(resolve));
    return run !== null;
  };
  return { world, reader, pass };
}

t.test("a chat is read repeatedly; its value stays the same object while nothing changes", async (t) => {
  const step = stepOf("chat/17", "message.received", 0);
  const quiet = chatOf([actorOf("chat/17", "waiting")], [step]);
  const { world, reader, pass } = openWorld(quiet);
  await pass();
  const read = reader.chat.value;
  t.match(read, { chatId: "17", steps: [{ event: { type: "message.received" } }] });
  world.answer = { ...quiet, exportedAtMs: quiet.exportedAtMs + 5_000 };
  await pass();
  t.equal(world.asked, 2);
  t.equal(reader.chat.value, read, "no new value while only time has passed");
  const changes: readonly InspectedChat[] = [
    { ...quiet, steps: [step, stepOf("chat/17", "typing.received", 10)] },
    { ...quiet, steps: [stepOf("chat/17", "chat.accept-requested", 20)] },
    { ...quiet, steps: [] },
    { ...quiet, actors: [{ ...actorOf("chat/17", "waiting"), revision: 2 }] },
    { ...quiet, actors: [{ ...actorOf("chat/17", "waiting"), parked: { atMs: 5, reason: "3 defects" } }] },
  ];
  for (const change of changes) {
    const before = reader.chat.value;
    world.answer = change;
    await pass();
    t.not(reader.chat.value, before);
    t.strictSame(reader.chat.value, change);
  }
});

t.test(
  "the chat stays while the service does not answer; a hidden page sends no requests, and a closed page stops",
  async (t) => {
    const { world, reader, pass } = openWorld(chatOf([actorOf("chat/17", "waiting")], []));
    await pass();
    const read = reader.chat.value;
    world.answer = busy;
    await pass();
    t.equal(reader.failure.value, busy);
    t.equal(reader.chat.value, read);
    world.answer = chatOf([], []);
    await pass();
    t.equal(reader.failure.value, null);
    t.same(reader.chat.value?.actors, []);

    const { asked } = world;
    world.isHidden = true;
    t.equal(await pass(), true);
    t.equal(await pass(), true, "the reader keeps waiting");
    t.equal(world.asked, asked);
    world.isHidden = false;
    await pass();
    t.equal(world.asked, asked + 1);
    reader.stop();
    t.equal(await pass(), false);
    t.equal(world.asked, asked + 1);
  },
);
