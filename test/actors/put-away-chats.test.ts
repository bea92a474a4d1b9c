import { setFlagsFromString } from "node:v8";
import t from "tap";
import { chatAddress } from "../../machines/tells.ts";
import { Cell, Conversation } from "../../src/actors/conversation.ts";
import { Draft } from "../../src/actors/draft.ts";
import type { PendingEvent, TurnOutcome } from "../../src/actors/pending.ts";
import { asActorKey, asChatId, clientConversation } from "../../src/core/ids.ts";
import { actorSet } from "../../src/domain/actors.ts";
import { readChat } from "../../src/domain/chat/queries/chat-queries.ts";
import { newBotNotice } from "../../src/domain/new-ids.ts";
import type { Store } from "../../src/ports/store.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import { contextOf, withContext } from "../harness/stored-contexts.ts";
import type { World, WorldOptions } from "./world.ts";
import { channelId, createWorld, kim, openChat } from "./world.ts";

const one = asChatId("1");
const two = asChatId("2");
/** Each step evicts all other conversations. */
const oneInMemory: WorldOptions = { limits: { conversationsInMemoryMax: 1 } };

const failed = { httpStatus: 503, failure: { code: "upstream_error", message: "503", canRetry: true } } as never;

/** The results and the rows of a world, without the ids that differ in each. */
async function tracesOf(world: World): Promise<unknown> {
  const rows = await world.store.scan("actor", { limit: 100 });
  const deadlines = await world.store.scan("deadline", { limit: 100 });
  const { attempts, frames, notices, lines } = world;
  const text = JSON.stringify({
    rows: rows.map(({ row }) => ({ ...row, context: contextOf(row) })),
    deadlines,
    attempts,
    frames,
    notices,
    lines: lines.map(({ message }) => message),
  });
  return JSON.parse(text.replace(/REPLY\d+/g, "reply").replace(/[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g, "uuid"));
}

/** Plays two chats in turn, with everything that a chat keeps from one event to another. */
async function playTwoChats(options: WorldOptions): Promise<World> {
  const world = await createWorld(options);
  const between = async (): Promise<void> => void (await world.say("c2", "meanwhile"));
  await openChat(world, "c1");
  await openChat(world, "c2");
  await world.say("c1", "a", channelId, { invitation: "May I help?" });
  await between();
  await world.say("c1", "b", channelId, { invitation: "May I help?", warnings: ["Field x was dropped."] });
  await between();
  await world.step(one, { type: "typing.received", nowMs: world.clock.nowMs(), state: "typein" });
  await between();
  await world.pass(30_000);
  await world.reply(one, "first");
  await world.reply(one, "second");
  await world.settle();
  await between();
  await world.attempts[0]?.answer(failed);
  await between();
  await world.pass(60_000);
  await world.attempts[1]?.answer();
  await between();
  await world.attempts[2]?.answer();
  await between();
  await world.step(one, { type: "chat.close-requested", nowMs: world.clock.nowMs(), agent: kim });
  await world.say("c1", "again");
  await world.runtime.feed.whenShown();
  return world;
}

t.test("evicted chats do the same as those in memory", async (t) => {
  const inMemory = await playTwoChats({});
  const putAway = await playTwoChats(oneInMemory);
  t.ok(inMemory.runtime.registry.counts().conversations >= 2, "usually both are in memory");
  t.ok(putAway.runtime.registry.counts().conversations <= 1);
  t.ok(inMemory.attempts.length >= 3, "a first attempt, its repetition, the next message");
  t.strictSame(await tracesOf(putAway), await tracesOf(inMemory));
});

t.test("a defect in an evicted chat keeps what was stored before and after", async (t) => {
  const world = await createWorld(oneInMemory);
  await world.say("c1", "a");
  await world.say("c2", "x");
  const conversation = clientConversation(channelId, "c1");
  const submit = (event: unknown): Promise<TurnOutcome> =>
    new Promise((done) => {
      const target = { kind: "actor", actor: chatAddress(one), conversation } as const;
      world.runtime.registry.submit({ target, event, cause: "test", done } as PendingEvent);
    });
  const before = world.say("c1", "b");
  const broken = submit({ type: "message.received", nowMs: 1 });
  const after = world.say("c1", "c");
  t.ok((await before).ok);
  t.equal((await broken).ok, false);
  t.ok((await after).ok);
  await world.say("c2", "y");
  t.ok((await world.say("c1", "d")).ok);
  t.strictSame(await world.texts(one), ["a", "b", "c", "d"]);
  t.strictSame(await world.texts(two), ["x", "y"]);
});

t.test("a step that changes nothing stores no row, except a step whose deadline is over", async (t) => {
  const world = await createWorld();
  await world.say("c1", "a");
  const agent = kim;
  const revision = async (): Promise<number | undefined> =>
    (await world.store.read("actor", [asActorKey("chat/1")]))?.revision;
  const accept = { type: "chat.accept-requested", agent, notice: newBotNotice(0) } as const;
  await world.step(one, { ...accept, nowMs: world.clock.nowMs() });
  const accepted = await revision();
  await world.step(one, { ...accept, nowMs: world.clock.nowMs() });
  t.equal(await revision(), accepted, "the agent has it already");
  await world.step(one, { type: "chat.typing-requested", nowMs: world.clock.nowMs(), agent, state: "typein" });
  const typing = (await revision()) ?? 0;
  t.ok(typing > (accepted ?? 0));
  await world.step(one, { type: "chat.typing-requested", nowMs: world.clock.nowMs() + 1, agent, state: "typein" });
  t.equal(await revision(), typing + 1, "only the deadline differs");
  await world.pass(6_000);
  t.equal(await revision(), typing + 2);
});

t.test("a dropped actor is reloaded when other code has written its row", async (t) => {
  const inner = createMemoryStore();
  const store: Store = {
    ...inner,
    commit: (needs, apply) =>
      inner.commit(needs, (rows) =>
        apply({ ...rows, isCurrent: (actor, revision) => rows.read("actor", [actor])?.revision === revision }),
      ),
  };
  const world = await createWorld({ ...oneInMemory, store });
  await world.say("c1", "a");
  await world.say("c2", "x");
  await world.say("c1", "b");
  await world.say("c2", "y");
  const key = asActorKey("chat/1");
  const row = await store.read("actor", [key]);
  if (row === undefined) throw new Error("Expected chat 1 to be stored");
  const written = { ...withContext(row, { lastSeq: 40 }), revision: row.revision + 1 };
  await store.commit({ conversations: [row.conversation] }, () => [{ table: "actor", key: [key], row: written }]);
  await world.say("c1", "c");
  t.equal((await readChat(store, one))?.context.lastSeq, 41);
  t.equal((await store.read("actor", [key]))?.revision, row.revision + 2);
});

t.test(
  "a chat's context keeps the engine's short form: as a dictionary it would take three times the memory",
  async (t) => {
    setFlagsFromString("--allow-natives-syntax");
    const hasFastProperties = new Function("value", "return %HasFastProperties(value)");
    const world = await createWorld();
    const chatId = await openChat(world, "c1");
    for (const text of ["b", "c", "d"]) await world.say("c1", text);
    const conversation = clientConversation(channelId, "c1");
    const outcome = await new Promise<TurnOutcome>((done) => {
      const target = { kind: "actor", actor: chatAddress(chatId), conversation } as const;
      const event = { type: "chat.rated", nowMs: world.clock.nowMs(), rate: "positive" } as const;
      world.runtime.registry.submit({ target, event, cause: "test", done });
    });
    if (!outcome.ok) throw new Error("Expected the chat to be rated");
    t.ok(hasFastProperties(outcome.context), `${Object.keys(Object(outcome.context)).length} keys`);
  },
);

t.test(
  "an actor at rest that one step of a commit leaves as it was, and the next one changes, is stored",
  async (t) => {
    const world = await createWorld();
    const chatId = await openChat(world, "c1");
    await world.step(chatId, { type: "chat.close-requested", nowMs: world.clock.nowMs(), agent: kim });
    const row = await world.store.read("actor", [asActorKey("chat/1")]);
    if (row === undefined) throw new Error("Expected chat 1 to be stored");
    const answered = { type: "crm.answered", nowMs: 1, event: "chat_updated", answer: {} } as const;
    const rated = { type: "chat.rated", nowMs: 2, rate: "positive" } as const;
    const finish = (...events: readonly (typeof answered | typeof rated)[]) => {
      const conversation = new Conversation(row.conversation);
      const cell = Cell.rehydrate(actorSet.of(row.actor), row);
      conversation.cells.set(cell.key, cell);
      const draft = new Draft(0);
      draft.mark();
      for (const event of events) {
        draft.willStep(cell);
        const contextBefore = cell.context;
        const effects = cell.step(event);
        draft.hasStepped(cell, conversation, {
          event,
          cause: "a test",
          from: null,
          before: "closed",
          after: cell.state,
          effects,
          contextBefore,
          context: cell.context,
        });
      }
      const stored = draft.finish(0, () => 1).filter(({ table }) => table === "actor").length;
      return { stored, kept: conversation.cells.size };
    };
    t.strictSame(finish(answered), { stored: 0, kept: 0 });
    t.strictSame(finish(answered, rated), { stored: 1, kept: 0 });
    t.strictSame(finish(rated, answered), { stored: 1, kept: 0 });
  },
);
