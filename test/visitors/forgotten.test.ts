import type { Test } from "tap";
import t from "tap";
import type { ConversationKey } from "../../machines/ids.ts";
import { defaultLimits } from "../../src/config/limits.ts";
import { asChannelId, clientConversation } from "../../src/core/ids.ts";
import { deleteOldVisitors } from "../../src/domain/housekeeping/visitor-retention.ts";
import type { Store } from "../../src/ports/store.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { silentLog } from "../harness/test-log.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { asWidget, step } from "./visitor-channel.ts";

const dayMs = 24 * 60 * 60_000;
const channels = { ...asWidget(), OTHERAPP01: {} };

const numbersOf = async (service: Service): Promise<readonly number[]> => {
  const rows = await service.store.scan("client", { limit: 9_999 });
  return rows.map(({ row }) => row.client.number).sort((a, b) => a - b);
};
/** Moves the time by days and waits until all resulting work has ended. */
async function later(service: Service, days: number): Promise<void> {
  for (const passed of [days - 1, 1]) {
    service.clock.advance(passed * dayMs);
    await service.settle();
  }
}

t.test(
  "[WJ-13] a visitor who only opened a page is deleted after 90 days, and the number is never used again",
  async (t) => {
    const service = await startService(t, { channels, limits: { waitingKeptDays: 0, unansweredKeptDays: 0 } });
    await enterVisitor(t, service, { page: { url: "https://shop.example.com/" }, userToken: "u" });
    const wrote = await enterVisitor(t, service);
    await wrote.page.ask({ type: "message", text: "Hello" });
    await step(service, "close");
    const open = await enterVisitor(t, service);
    await open.page.ask({ type: "message", text: "Hello" });
    for (const contact of [{ name: "Zoë" }, { email: "z@mailbox.example" }, { phone: "1" }]) {
      const known = await enterVisitor(t, service);
      await known.page.ask({ type: "contact", ...contact });
    }
    const left = await enterVisitor(t, service);
    await left.page.ask({ type: "offline_message", email: "z@mailbox.example", text: "Call me" });
    await left.page.ask({ type: "contact", email: "" });
    const described = await enterVisitor(t, service);
    await described.page.ask({ type: "contact", name: "Zoë" });
    await described.page.ask({ type: "contact", name: "" });
    await service.say("c1", "Hello", "OTHERAPP01");
    t.strictSame(await numbersOf(service), [1, 2, 3, 4, 5, 6, 7, 8, 9]);
    await later(service, 60);
    const back = await enterVisitor(t, service);
    await later(service, 30);
    t.strictSame(await numbersOf(service), [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], "the visitor is not deleted early");
    await later(service, 2);
    t.strictSame(await numbersOf(service), [2, 3, 4, 5, 6, 7, 9, 10], "all others stay");
    const again = await enterVisitor(t, service, { visitor: back.ready.visitor });
    t.equal(again.ready.number, 10);
    await later(service, 60);
    t.strictSame(await numbersOf(service), [2, 3, 4, 5, 6, 7, 9, 10], "the days of a returning visitor start again");
    await later(service, 32);
    t.strictSame(await numbersOf(service), [2, 3, 4, 5, 6, 7, 9]);
    const late = await enterVisitor(t, service, { visitor: back.ready.visitor });
    t.equal(late.ready.number, 11);
    t.not(late.ready.visitor, back.ready.visitor);
  },
);

t.test("a page that stayed open after that continues as another visitor", async (t) => {
  const service = await startService(t, {
    channels,
    limits: { visitorRetentionMs: dayMs, visitorSilenceMs: 400 * dayMs },
  });
  const { page } = await enterVisitor(t, service);
  await later(service, 3);
  t.strictSame(await numbersOf(service), []);
  t.match(await page.ask({ type: "message", text: "Hello" }), { type: "done", seq: 1 });
  await page.until(({ message }) => message?.text === "Hello");
  t.strictSame(await numbersOf(service), [2]);
});

const conversation = (number: number): ConversationKey =>
  clientConversation(asChannelId("MOBILEAPP1"), `v${String(number).padStart(5, "0")}`);

/** Records of visitors who were seen once, long ago, in the form in which the service stores them. */
async function seed(t: Test, service: Service, count: number): Promise<void> {
  await enterVisitor(t, service);
  const [made] = await service.store.scan("client", { limit: 1 });
  if (made === undefined) throw new Error("Expected a record of the visitor");
  const rows = Array.from({ length: count }, (_, number) => ({
    table: "client" as const,
    key: [conversation(number)] as const,
    row: { ...made.row, client: { ...made.row.client, number: number + 10 } },
  }));
  await service.store.commit({}, () => [{ table: "client", key: made.key, row: null }, ...rows]);
}

/** A separate sweep of the visitors who were not seen for a day. */
const withoutLog = ({ app: { runtime } }: Service) => ({
  ...runtime,
  log: silentLog,
  files: {} as never,
  limits: { ...defaultLimits, visitorRetentionMs: dayMs },
});

t.test("many visitors are deleted in pages; a stopping service does not wait for them", async (t) => {
  const store = createMemoryStore();
  const sizes: number[] = [];
  const watched: Store = {
    ...store,
    commit: (needs, apply) => {
      sizes.push([...(needs.conversations ?? [])].length);
      return store.commit(needs, apply);
    },
  };
  const service = await startService(t, { channels, store: watched });
  await seed(t, service, 1_300);
  await later(service, 2);
  const parts = withoutLog(service);
  sizes.length = 0;
  let asked = 0;
  await deleteOldVisitors(parts, parts.directory, () => {
    asked += 1;
    return asked > 1;
  });
  t.equal((await numbersOf(service)).length, 800, "the deletion stopped after one page");
  t.strictSame(sizes, [500]);
  await deleteOldVisitors(parts, parts.directory, () => false);
  t.strictSame(sizes, [500, 500, 300]);
  t.strictSame(await numbersOf(service), []);
});

t.test("a visitor who returns during the check stays, and so does a record without a time", async (t) => {
  const store = createMemoryStore();
  let isBack = false;
  const slow: Store = {
    ...store,
    async scan(table, range) {
      const found = await store.scan(table, range);
      const row = table === "client" && isBack ? await store.read("client", [conversation(1)]) : undefined;
      if (row !== undefined)
        await store.commit({}, () => [{ table: "client", key: [conversation(1)], row: { ...row, seenAtMs: 2 ** 41 } }]);
      return found;
    },
  };
  const service = await startService(t, { channels, store: slow });
  await seed(t, service, 4);
  const old = await service.store.read("client", [conversation(2)]);
  if (old === undefined) throw new Error("Expected the record");
  const { seenAtMs: _, ...timeless } = old;
  await store.commit({}, () => [{ table: "client", key: [conversation(2)], row: timeless }]);
  await later(service, 3);
  isBack = true;
  const parts = withoutLog(service);
  await deleteOldVisitors(parts, parts.directory, () => false);
  t.strictSame(await numbersOf(service), [11, 12]);
});
