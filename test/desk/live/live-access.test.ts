import assert from "node:assert/strict";
import fc from "fast-check";
import type { Test } from "tap";
import t from "tap";
import type { AgentProfile } from "../../../machines/agent/agent.machine.ts";
import { asAgentId, asChannelId } from "../../../src/core/ids.ts";
import { configureAgent, configureChannel, removeAgent, removeChannel } from "../../../src/domain/configure.ts";
import type { Store } from "../../../src/ports/store.ts";
import { StoreError } from "../../../src/ports/store-errors.ts";
import { configure, settingsOf } from "../../harness/customer.ts";
import type { DeskClient, DeskFrame } from "../../harness/desk-client.ts";
import { openDesk } from "../../harness/desk-client.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import type { AgentName } from "../../harness/service-config.ts";
import { agents } from "../../harness/service-config.ts";
import { createSlowStore } from "../../harness/slow-store.ts";
import { channelNamed } from "../chat-of.ts";
import { byKey, serverView } from "./following-desk.ts";

/** The frame of surroundings is not part of the feed of chats. */
const isOfFeed = (frame: DeskFrame): boolean => frame.type !== "surroundings";
const isResync = (frame: DeskFrame): boolean => frame.type === "resync";
const says = (text: string) => (frame: DeskFrame) => frame.type === "message" && frame.message.text === text;
const resyncs = (desk: DeskClient): number => desk.frames.filter(isResync).length;

const assign = (service: Service, names: readonly AgentName[]): Promise<void> =>
  configure(service, { agentIds: names.map((name) => agents[name].id) });

const profileAs = (name: AgentName, role: AgentProfile["role"]): AgentProfile => ({ ...agents[name], role });

t.test("a desk shows its agent's channels: gained and lost ones, and ones that are created or removed", async (t) => {
  const service = await startService(t);
  const { runtime } = service.app;
  const [kim, max, ada] = [await service.enter("kim"), await service.enter("max"), await service.enter("ada")];
  await service.say("7", "before");
  await kim.until(says("before"));

  await assign(service, ["lee", "max"]);
  await Promise.all([kim.until(isResync), max.until(isResync)]);
  await service.say("7", "after");
  await max.until(says("after"));
  await ada.until(says("after"));
  const token = await service.logIn("max");
  t.equal((await service.call("GET", "/api/chats/1", { token })).status, 200);
  t.equal(kim.frames.some(says("after")), false, "an agent outside the channel sees none of it");
  t.equal(max.frames.some(says("before")), false, "earlier messages are read again");
  t.strictSame([resyncs(kim), resyncs(max), resyncs(ada)], [1, 1, 0], "administrators still see all channels");

  await configureChannel(runtime, channelNamed(service, "SECONDAPP1", ["kim"]));
  await kim.until((frame) => isResync(frame) && resyncs(kim) === 2);
  await ada.until(isResync);
  await service.say("8", "on the new channel", "SECONDAPP1");
  await Promise.all([kim.until(says("on the new channel")), ada.until(says("on the new channel"))]);
  await removeChannel(runtime, asChannelId("SECONDAPP1"));
  await kim.until(() => resyncs(kim) === 3);
  await ada.until(() => resyncs(ada) === 2);
  const ofKim = await chatIds(service, "kim");
  t.strictSame(ofKim, ["2"], "the chats of a removed channel still exist");
  await service.call("POST", "/api/chats/2/close", { token: await service.logIn("kim") });
  await kim.until((frame) => frame.chat?.id === "2" && frame.chat.state === "closed");
  await configureChannel(runtime, channelNamed(service, "SECONDAPP1", ["max"]));
  await Promise.all([kim.until(() => resyncs(kim) === 4), max.until(() => resyncs(max) === 2)]);
  t.strictSame(await chatIds(service, "kim"), [], "the new channel belongs to other agents");

  const settings = settingsOf(service);
  await configureChannel(runtime, { ...settings, name: "Another name", chunked: true });
  await service.settle();
  t.strictSame([resyncs(kim), resyncs(max), resyncs(ada)], [4, 2, 3], "other settings cause no frame");
});

t.test("a change of role changes what a desk sees; a removed agent's desks are closed", async (t) => {
  const service = await startService(t);
  const { runtime } = service.app;
  const max = await service.enter("max");
  await configureAgent(runtime, profileAs("max", "admin"));
  await max.until(isResync);
  await service.say("7", "to all");
  await max.until(says("to all"));
  await service.say("8", "own channel", "OTHERAPP01");
  await max.until(says("own channel"));
  t.equal(max.frames.filter(says("own channel")).length, 1, "once, although both topics have it");
  await configureAgent(runtime, profileAs("max", "agent"));
  await max.until(() => resyncs(max) === 2);
  await service.say("7", "not to max");
  await service.say("8", "to max", "OTHERAPP01");
  await max.until(says("to max"));
  t.equal(max.frames.some(says("not to max")), false);

  const [first, second] = [await service.enter("kim"), await service.enter("kim")];
  await removeAgent(runtime, agents.kim.id);
  for (const desk of [first, second]) t.match(await desk.closed, { code: 4401, reason: /removed/ });
  await service.settle();
  t.equal(await service.status(), "0");
  const late = await openDesk(t, service.url);
  late.send({ type: "hello", token: await service.logIn("kim") });
  t.match(await late.closed, { code: 4401 });
});

async function chatIds(service: Service, name: AgentName): Promise<readonly string[]> {
  const { body } = await service.call("GET", "/api/chats", { token: await service.logIn(name) });
  return body.chats.map(({ id }) => id);
}

/** A desk that reads everything again after a resync, and treats frames that arrive meanwhile as later. */
async function followAnew(t: Test, service: Service, name: AgentName) {
  const chats = new Map<string, unknown>();
  const messages = new Map<string, unknown>();
  const faults: string[] = [];
  const token = await service.logIn(name);
  let desk = await openDesk(t, service.url);
  let cursor = service.app.runtime.feed.cursor;
  let taken = 0;
  desk.send({ type: "hello", token, since: cursor });

  const readAnew = async (): Promise<void> => {
    const view = await serverView(service, name);
    chats.clear();
    messages.clear();
    for (const [id, chat] of Object.entries(view.chats)) chats.set(id, chat);
    for (const [key, message] of Object.entries(view.messages)) messages.set(key, message);
  };
  const take = (frame: DeskFrame): void => {
    // This frame has no cursor: the desk keeps its previous one.
    if (frame.type === "surroundings") return;
    if (frame.cursor <= cursor) faults.push(`${frame.cursor} after ${cursor}`);
    cursor = frame.cursor;
    if (frame.type === "chat") chats.set(frame.chat.id, frame.chat);
    else if (frame.type === "message") messages.set(`${frame.chatId}/${frame.message.seq}`, frame.message);
    else faults.push(`unexpected ${JSON.stringify(frame)}`);
  };
  return {
    chats,
    messages,
    faults,
    /** Resolves when all frames that were sent so far have arrived. */
    async untilLevel(): Promise<void> {
      const { cursor: level } = service.app.runtime.feed;
      await desk.until((frame) => frame.cursor >= level);
      desk.send({ type: "available", value: true });
      await desk.until((frame) => frame.type === "available");
    },
    /** Processes all received frames in order. */
    async catchUp(): Promise<void> {
      for (; taken < desk.frames.length; taken += 1) {
        const frame = desk.frames[taken];
        if (frame?.type === "resync") await readAnew();
        else if (frame?.type === "ready") cursor = frame.cursor;
        else if (frame !== undefined && frame.type !== "available") take(frame);
      }
    },
    /** Loses its connection with the unprocessed frames, and reconnects with its cursor. */
    async comeBack(): Promise<void> {
      desk.vanish();
      desk = await openDesk(t, service.url);
      taken = 0;
      desk.send({ type: "hello", token, since: cursor });
    },
  };
}

t.test("channels change while messages flow and desks reconnect: no gap and no duplicate", async (t) => {
  const delays = fc.array(fc.nat(6), { minLength: 1, maxLength: 10 });
  const turn = fc.record({ isOn: fc.boolean(), said: fc.nat(3), comesBack: fc.boolean(), isTaken: fc.boolean() });
  const plans = fc.array(turn, { minLength: 3, maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(delays, plans, async (turnsOfStore, plan) => {
      const slow = createSlowStore(createMemoryStore(), turnsOfStore);
      const service = await startService(t, { store: slow, limits: { pageRowsMax: 3 } });
      const max = await followAnew(t, service, "max");
      let number = 0;
      for (const { isOn, said, comesBack, isTaken } of plan) {
        const talk = Array.from({ length: said + 1 }, () => {
          number += 1;
          const channelId = number % 3 === 0 ? "OTHERAPP01" : "MOBILEAPP1";
          return service.say(`client ${number % 4}`, `text ${number}`, channelId);
        });
        if (comesBack) await max.comeBack();
        const change = assign(service, isOn ? ["kim", "max"] : ["kim"]);
        await Promise.all([change, ...talk, isTaken ? max.catchUp() : null]);
      }
      await service.say("the last", "the last one is for max", "OTHERAPP01");
      await service.settle();
      await max.untilLevel();
      await max.catchUp();
      const view = await serverView(service, "max");
      await service.stop();
      const seen = { faults: max.faults, chats: byKey(max.chats), messages: byKey(max.messages) };
      assert.deepEqual(seen, { faults: [], ...view });
    }),
    { numRuns: 8, endOnFailure: true },
  );
  t.pass("no counterexample");
});

t.test("a channel gained while a desk catches up is reread, also the part before it", async (t) => {
  const inner = createMemoryStore();
  let feedScans = 0;
  let atScan = (_count: number): Promise<void> => Promise.resolve();
  const store: Store = {
    ...inner,
    async scan(table, range) {
      if (table === "feed") {
        feedScans += 1;
        await atScan(feedScans);
      }
      return inner.scan(table, range);
    },
  };
  const service = await startService(t, { store, limits: { pageRowsMax: 1 } });
  for (const text of ["one", "two", "three"]) await service.say("7", text);
  await service.say("8", "for max", "OTHERAPP01");
  feedScans = 0;
  atScan = async (count) => {
    if (count === 5) await assign(service, ["kim", "max"]);
  };
  const max = await service.enter("max", { since: 0 });
  await max.until(isResync);
  t.equal(max.frames.some(says("one")), false, "the first page was already read");
  t.equal(max.frames.filter(isOfFeed).at(-1)?.type, "resync", "missed frames come before the resync");
  await service.say("7", "four");
  await max.until(says("four"));
  t.equal(max.frames.filter(says("four")).length, 1);
});

t.test("a desk that was offline while its channels changed rereads everything, also after a restart", async (t) => {
  const store = createMemoryStore();
  const keep = { ...store, close: async () => undefined };
  const first = await startService(t, { store: keep });
  await first.say("7", "one");
  const cursorBefore = first.app.runtime.feed.cursor;
  await assign(first, ["kim", "lee", "max"]);
  await first.say("7", "two");
  await first.settle();
  const typesAfter = async (service: Service, name: AgentName, since: number) => {
    const desk = await service.enter(name, { since });
    desk.send({ type: "available", value: true });
    await desk.until((frame) => frame.type === "available");
    return desk.frames.filter(isOfFeed).map(({ type }) => type);
  };
  const anew = ["ready", "resync", "available"];
  t.strictSame(await typesAfter(first, "max", cursorBefore), anew);
  const level = first.app.runtime.feed.cursor;
  t.strictSame(
    await typesAfter(first, "max", level),
    ["ready", "available"],
    "a desk that saw the change misses nothing",
  );
  t.strictSame(await typesAfter(first, "kim", cursorBefore), ["ready", "chat", "message", "available"]);
  await first.stop();

  // The harness declares its channels in their first form, so that its next start removes Max from the channel again.
  const second = await startService(t, { store: keep });
  t.strictSame(await typesAfter(second, "max", level), anew, "the settings changed between two processes");
  t.strictSame(await typesAfter(second, "kim", cursorBefore), ["ready", "chat", "message", "available"]);
  await second.say("8", "three", "OTHERAPP01");
  await second.settle();
  t.strictSame(await typesAfter(second, "max", level + 2), ["ready", "available"]);
  await second.stop();
  const third = await startService(t, { store: keep });
  t.strictSame(await typesAfter(third, "max", level + 2), ["ready", "available"], "nothing changed");
  t.strictSame(await typesAfter(third, "max", level), anew, "the change is still stored");
});

t.test("an agent created while the service runs misses nothing, and is notified of the first channel", async (t) => {
  const service = await startService(t);
  const token = await service.logIn("ada");
  const zoe = { name: "Zoe", email: "zoe@example.com", password: "a password of Zoe" };
  const made = await service.call("POST", "/api/agents", { token, body: zoe });
  t.equal(made.status, 201);
  const login = await service.call("POST", "/api/session", { body: { email: zoe.email, password: zoe.password } });
  const desk = await openDesk(t, service.url);
  desk.send({ type: "hello", token: login.body.token, since: 0 });
  desk.send({ type: "available", value: true });
  await desk.until((frame) => frame.type === "available");
  t.equal(resyncs(desk), 0);
  await configure(service, { agentIds: [agents.kim.id, asAgentId(made.body.agent.id)] });
  await desk.until(isResync);
  await service.say("7", "Hello Zoe");
  await desk.until(says("Hello Zoe"));
  const gone = await service.call("DELETE", `/api/agents/${made.body.agent.id}`, { token });
  t.equal(gone.status, 200);
  t.match(await desk.closed, { code: 4401 });
});

t.test("a change whose note could not be stored counts as a change at the next start", async (t) => {
  const inner = createMemoryStore();
  let isFailing = false;
  const store: Store = {
    ...inner,
    close: async () => undefined,
    commit: (needs, apply) =>
      inner.commit(needs, (rows) => {
        const writes = apply(rows);
        if (isFailing && writes.some(({ table }) => table === "fact")) throw new StoreError("The disk is full");
        return writes;
      }),
  };
  const first = await startService(t, { store });
  await first.say("7", "one");
  const declared = settingsOf(first);
  await assign(first, ["kim", "lee", "max"]);
  await first.say("7", "two");
  isFailing = true;
  await configureChannel(first.app.runtime, declared);
  await first.settle();
  t.ok(first.logLines.some(({ msg }) => /access of agents could not be stored/.test(String(msg))));
  isFailing = false;
  const { cursor } = first.app.runtime.feed;
  await first.stop();
  const second = await startService(t, { store });
  const max = await second.enter("max", { since: cursor });
  await max.until(isResync);
});
