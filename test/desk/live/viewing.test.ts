import t from "tap";
import { chatAddress } from "../../../machines/tells.ts";
import { asChatId } from "../../../src/core/ids.ts";
import { StoreAwayError } from "../../../src/ports/store-errors.ts";
import { until } from "../../delivery/through-service.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import { startService } from "../../harness/service.ts";
import { chatOf } from "../chat-of.ts";

t.test("desks see which colleagues have a chat open, who writes, and when they leave", async (t) => {
  const service = await startService(t);
  const [kim, lee, max] = [await service.enter("kim"), await service.enter("lee"), await service.enter("max")];
  await chatOf(service, "kim");
  await chatOf(service, "kim", "8");
  const viewer = (id: number, name: string, state: string, chatId = "1") => ({
    type: "viewer",
    chatId,
    agent: { id, name },
    state,
  });
  const next = async (state: string) => lee.until((frame) => frame.type === "viewer" && frame.state === state);
  kim.send({ type: "viewing", chatId: "1" });
  t.strictSame(await next("views"), viewer(1, "Kim", "views"));
  kim.send({ type: "viewing", chatId: "1", writes: true });
  t.strictSame(await next("writes"), viewer(1, "Kim", "writes"));
  kim.send({ type: "viewing", chatId: "2" });
  t.strictSame(await next("left"), viewer(1, "Kim", "left"));
  await lee.until((frame) => frame.type === "viewer" && frame.chatId === "2");
  max.send({ type: "viewing", chatId: "1" });
  max.send({ type: "beat" });
  await max.until(({ type }) => type === "beat");
  kim.send({ type: "viewing", chatId: "99" });
  await lee.until((frame) => frame.type === "viewer" && frame.chatId === "2" && frame.state === "left");
  kim.send({ type: "viewing", chatId: "1", writes: true });
  await lee.until((frame) => frame.type === "viewer" && frame.state === "writes" && lee.frames.indexOf(frame) > 5);
  kim.vanish();
  await kim.closed;
  await lee.until((frame) => frame.type === "viewer" && frame.state === "left" && lee.frames.indexOf(frame) > 7);
  t.notOk(
    lee.frames.some(({ agent }) => agent?.id === 3),
    "an agent of another channel is in no chat of this one",
  );
  t.notOk(
    max.frames.some(({ type }) => type === "viewer"),
    "and learns nothing of it",
  );
});

t.test("what colleagues have open is not stored: a desk that enters later learns only what is repeated", async (t) => {
  const service = await startService(t);
  const kim = await service.enter("kim");
  await chatOf(service, "kim");
  kim.send({ type: "viewing", chatId: "1" });
  await kim.until(({ type }) => type === "viewer");
  const lee = await service.enter("lee");
  t.notOk(lee.frames.some(({ type }) => type === "viewer"));
  kim.send({ type: "viewing", chatId: "1" });
  await lee.until(({ type }) => type === "viewer");
});

t.test("what a desk reports is told at a bounded rate; of the reports that wait, the last one counts", async (t) => {
  const service = await startService(t);
  const [kim, lee] = [await service.enter("kim"), await service.enter("lee")];
  await chatOf(service, "kim");
  const told = () => lee.frames.filter(({ type }) => type === "viewer").map(({ state }) => state);
  const beats = () => kim.frames.filter(({ type }) => type === "beat").length;
  const report = async (writes: boolean) => {
    const before = beats();
    kim.send({ type: "viewing", chatId: "1", writes });
    kim.send({ type: "beat" });
    await until(() => beats() > before);
    await service.settle();
  };
  const pass = async (ms: number, expected: number) => {
    service.clock.advance(ms);
    await service.settle();
    await until(() => told().length >= expected);
  };
  for (let round = 0; round < 21; round += 1) await report(round % 2 === 0);
  await until(() => told().length === 10);
  await pass(1_000, 11);
  t.equal(told().at(-1), "writes");
  await pass(10_000, 11);
  t.equal(told().length, 11);
  for (let round = 0; round < 12; round += 1) await report(round % 2 === 0);
  kim.vanish();
  await until(() => told().at(-1) === "left");
});

t.test("after a failed read of a chat, the next report of the desk is looked up again", async (t) => {
  const inner = createMemoryStore();
  let failures = 0;
  const read: typeof inner.durable.read = async (table, key) => {
    if (failures === 0 || key[0] !== chatAddress(asChatId("1"))) return inner.durable.read(table, key);
    failures -= 1;
    throw new StoreAwayError("The database is away");
  };
  const store = { ...inner, durable: { ...inner.durable, read } };
  const service = await startService(t, { store });
  const [kim, lee] = [await service.enter("kim"), await service.enter("lee")];
  await chatOf(service, "kim");
  failures = 1;
  kim.send({ type: "viewing", chatId: "1" });
  kim.send({ type: "beat" });
  await kim.until(({ type }) => type === "beat");
  t.equal(failures, 0);
  kim.send({ type: "viewing", chatId: "1" });
  await lee.until((frame) => frame.type === "viewer" && frame.state === "views");
});
