import type { Test } from "tap";
import t from "tap";
import { chatAddress } from "../../machines/tells.ts";
import { readHistory } from "../../src/actors/history/history.ts";
import type { Limits } from "../../src/config/limits.ts";
import { limitsSchema } from "../../src/config/limits-schema.ts";
import { reloadKindOf } from "../../src/config/reload/reload-keys.ts";
import { asChatId } from "../../src/core/ids.ts";
import { acceptedChat, bytesOf, upload } from "../files/upload-parts.ts";
import type { Service, ServiceOptions } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { bot, random } from "../harness/service-config.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { enterVisitor, openVisitor } from "../harness/visitor-client.ts";
import { asWidget, step } from "../visitors/visitor-channel.ts";
import { sendFile } from "../visitors/visitor-file.ts";
import { createChangedLimits } from "./changed-limits.ts";

const hourMs = 60 * 60_000;
const dayMs = 24 * hourMs;
const asked = 12;

type Key = keyof typeof limitsSchema.properties;

/** The observable effect of one limit, with one value and, after a reload, with another value. */
interface Row {
  readonly key: Key;
  readonly values: readonly [number, number];
  readonly shown: readonly [unknown, unknown];
  readonly show: (service: Service, t: Test) => Promise<unknown>;
  /** Runs once before the first observation. */
  readonly begin?: (service: Service, t: Test) => Promise<unknown>;
  readonly limits?: Partial<Limits>;
  readonly options?: Omit<ServiceOptions, "limits">;
}

/** Sends requests one after the other, and counts the answers with this status. */
async function count(status: number, ask: () => Promise<number>): Promise<number> {
  let fitting = 0;
  for (let index = 0; index < asked; index += 1) if ((await ask()) === status) fitting += 1;
  return fitting;
}

const statusQuery =
  (secret: string) =>
  async (service: Service): Promise<number> =>
    (await fetch(`${service.url}/chat-api/${secret}/MOBILEAPP1/status`)).status;
const say = async (service: Service, padding = 0): Promise<number> => {
  const body = JSON.stringify({ sender: { id: "ann" }, message: { type: "text", text: "Hello" } });
  const path = `/chat-api/${random}/MOBILEAPP1`;
  return (await service.call("POST", path, { body: body + " ".repeat(padding) })).status;
};
const tellAsBot = async (service: Service): Promise<number> =>
  (await service.call("POST", `/bots/webhooks/acme-bots/${bot.token}`, { body: {} })).status;

type AskOnce = (service: Service) => Promise<number>;
/** Sends requests at once, after a pause in which the limit has refilled. */
const atOnce =
  (status: number, ask: AskOnce, pauseMs = hourMs) =>
  async (service: Service) => {
    service.clock.advance(pauseMs);
    return count(status, () => ask(service));
  };
/** Counts the requests in one second after the limit is used up. */
const inSecond = (status: number, ask: AskOnce) => async (service: Service) => {
  while ((await ask(service)) === status);
  service.clock.advance(1_000);
  return count(status, () => ask(service));
};

/** The number of new widget pages that are accepted. */
const newcomers = async (service: Service, t: Test): Promise<number> =>
  count(1, async () => {
    const page = await openVisitor(t, service);
    page.send({ type: "hello", widget: "MOBILEAPP1" });
    const ready = page.until(({ type }) => type === "ready").then(() => 1);
    return Promise.race([ready, page.closed.then(() => 0)]);
  });
/** Opens `asked` pages and counts the accepted ones, then closes all of them. */
const pagesAtOnce = async (service: Service, t: Test): Promise<number> => {
  const pages = [];
  let open = 0;
  for (let index = 0; index < asked; index += 1) {
    const page = await openVisitor(t, service);
    pages.push(page);
    page.send({ type: "hello", widget: "MOBILEAPP1" });
    const ready = page.until(({ type }) => type === "ready").then(() => 1);
    open += await Promise.race([ready, page.closed.then(() => 0)]);
  }
  for (const page of pages) page.socket.terminate();
  await Promise.all(pages.map(({ closed }) => closed));
  await service.settle();
  return open;
};
const saidByVisitors = async (service: Service, t: Test): Promise<number> =>
  count(1, async () => {
    const { page } = await enterVisitor(t, service);
    const { type } = await page.ask({ type: "message", text: "Hello" });
    page.socket.terminate();
    return type === "done" ? 1 : 0;
  });

let files = 0;
/** A refused visitor is checked again after some seconds. */
function filesOfOneVisitor(): Required<Pick<Row, "begin" | "show">> {
  let visitor = "";
  const begin = async (service: Service, t: Test): Promise<void> => {
    ({ visitor } = (await enterVisitor(t, service)).ready);
  };
  const show = async (service: Service): Promise<number> => {
    service.clock.advance(10_000);
    return count(201, async () => {
      files += 1;
      return (await sendFile(service, bytesOf(100), { visitor, id: `f${files}` })).status;
    });
  };
  return { begin, show };
}
const answeredFiles = () => {
  const { begin, show } = filesOfOneVisitor();
  return {
    show,
    async begin(service: Service, t: Test) {
      await begin(service, t);
      await show(service, t);
      await step(service, "accept");
    },
  };
};

const space = (freeBytes: number) => ({
  disk: { latest: { freeBytes, totalBytes: 2 ** 42 }, close: async () => undefined },
});
const uploaded = async (service: Service) => (await upload(service, "1", bytesOf(500))).status;

async function pass(service: Service, ms: number): Promise<void> {
  service.clock.advance(ms);
  for (let round = 0; round < 60; round += 1) await service.settle();
}
const stateOf = async ({ store }: Service): Promise<string> =>
  (await store.read("actor", [chatAddress(asChatId("1"))]))?.state ?? "gone";
/** The state of the first chat, which the client began. */
const afterDays =
  (days: number) =>
  async (service: Service): Promise<string> => {
    for (let day = 0; day < days; day += 1) await pass(service, dayMs);
    return stateOf(service);
  };
const beginChat = (service: Service) => service.say("ann", "Hello");
const closeChat = async (service: Service) => {
  await acceptedChat(service);
  await step(service, "close");
};
/** Closes a chat after an agent has sent a file and an answer. */
const closeAnswered = async (service: Service) => {
  await acceptedChat(service);
  await uploaded(service);
  const token = await service.logIn("kim");
  await service.call("POST", "/api/chats/1/messages", { token, body: { type: "text", text: "answer" } });
  await service.settle();
  for (const attempt of service.attempts) attempt.answer();
  await service.settle();
  await step(service, "close");
};
const closeUnanswered = async (service: Service) => {
  await beginChat(service);
  await step(service, "close");
};

const widget = { channels: asWidget({ webhooks: null }) };
const withBot = { channels: { MOBILEAPP1: { bot } } };
const rates: Partial<Limits> = { channelPerSecond: 1, channelBurst: 100, senderPerSecond: 1, senderBurst: 100 };
const manyFiles: Partial<Limits> = { unansweredFilesMax: 1_000 };

const rows: readonly Row[] = [
  { key: "channelBurst", values: [2, 5], shown: [2, 5], limits: rates, show: atOnce(200, statusQuery(random)) },
  { key: "channelPerSecond", values: [2, 5], shown: [2, 5], limits: rates, show: inSecond(200, statusQuery(random)) },
  { key: "senderBurst", values: [2, 5], shown: [2, 5], limits: rates, show: atOnce(200, say) },
  { key: "senderPerSecond", values: [2, 5], shown: [2, 5], limits: { senderBurst: 20 }, show: inSecond(200, say) },
  { key: "botBurst", values: [2, 5], shown: [2, 5], options: withBot, show: atOnce(400, tellAsBot) },
  {
    ...{ key: "botPerSecond", values: [2, 5], shown: [2, 5], limits: { botBurst: 20 } },
    ...{ options: withBot, show: inSecond(400, tellAsBot) },
  },
  { key: "badPathsPerMinute", values: [2, 5], shown: [2, 5], show: atOnce(404, statusQuery("x".repeat(24))) },
  { key: "bodyBytesMax", values: [1_000, 5_000], shown: [413, 200], show: (service) => say(service, 2_000) },
  {
    key: "uploadBytesMax",
    values: [100, 1_000],
    shown: [413, 201],
    begin: (service) => acceptedChat(service),
    show: uploaded,
  },
  {
    key: "agentFileBytesPerDay",
    values: [100, 1_000],
    shown: [429, 201],
    begin: (service) => acceptedChat(service),
    show: uploaded,
  },
  {
    ...{ key: "visitorFilesPerDay", values: [1, 3], shown: [1, 2], options: widget, limits: manyFiles },
    ...filesOfOneVisitor(),
  },
  {
    ...{ key: "visitorFileBytesPerDay", values: [100, 300], shown: [1, 2], options: widget, limits: manyFiles },
    ...filesOfOneVisitor(),
  },
  { key: "unansweredFilesMax", values: [1, 3], shown: [1, 2], options: widget, ...filesOfOneVisitor() },
  { key: "unansweredFileBytesMax", values: [100, 300], shown: [1, 2], options: widget, ...filesOfOneVisitor() },
  {
    ...{ key: "chatFilesMax", values: [2, 4], shown: [1, 2], options: widget, limits: { unansweredFilesMax: 1 } },
    ...answeredFiles(),
  },
  {
    ...{ key: "chatFileBytesMax", values: [200, 400], shown: [1, 2], options: widget },
    ...{ limits: { unansweredFilesMax: 1 }, ...answeredFiles() },
  },
  {
    ...{ key: "channelFileBytesMax", values: [100, 300], shown: [1, 2], options: widget, limits: manyFiles },
    ...filesOfOneVisitor(),
  },
  { key: "addressVisitorsPerHour", values: [2, 5], shown: [2, 3], options: widget, show: newcomers },
  { key: "addressChatsPerHour", values: [2, 5], shown: [2, 3], options: widget, show: saidByVisitors },
  { key: "addressBytesPerDay", values: [2_500, 5_000], shown: [2, 2], options: widget, show: saidByVisitors },
  {
    ...{ key: "newVisitorsBurst", values: [2, 5], shown: [2, 5], options: widget },
    async show(service, t) {
      service.clock.advance(hourMs);
      return newcomers(service, t);
    },
  },
  {
    ...{ key: "newVisitorsPerSecond", values: [2, 5], shown: [2, 5], options: widget, limits: { newVisitorsBurst: 9 } },
    async show(service, t) {
      await newcomers(service, t);
      service.clock.advance(1_000);
      return newcomers(service, t);
    },
  },
  { key: "addressSocketsMax", values: [2, 5], shown: [2, 5], options: widget, show: pagesAtOnce },
  {
    ...{ key: "filesFreeBytesMin", values: [2_000, 500], shown: [507, 201], options: space(1_000) },
    ...{
      limits: { chatsFreeBytesMin: 1, messagesFreeBytesMin: 1 },
      begin: (service) => acceptedChat(service),
      show: uploaded,
    },
  },
  {
    ...{ key: "chatsFreeBytesMin", values: [2_000, 500], shown: [503, 200], options: space(1_000) },
    ...{ limits: { messagesFreeBytesMin: 1 }, show: (service) => say(service) },
  },
  {
    ...{ key: "messagesFreeBytesMin", values: [2_000, 500], shown: [503, 200], options: space(1_000) },
    ...{ limits: { chatsFreeBytesMin: 1 }, show: (service) => say(service) },
  },
  {
    ...{ key: "diskWarnPercent", values: [100, 200], shown: [0, 1], options: space(3_000) },
    limits: { filesFreeBytesMin: 2_000, chatsFreeBytesMin: 1, messagesFreeBytesMin: 1 },
    async show(service) {
      service.clock.advance(2_000);
      const { body } = await service.call("GET", "/readyz");
      return Object(body).warnings?.length ?? 0;
    },
  },
  {
    ...{ key: "waitingKeptDays", values: [30, 1], shown: ["waiting", "closed"] },
    ...{ begin: beginChat, show: afterDays(2) },
  },
  {
    ...{ key: "unansweredKeptDays", values: [30, 1], shown: ["closed", "gone"] },
    ...{ begin: closeUnanswered, show: afterDays(2) },
  },
  { key: "chatKeptDays", values: [30, 1], shown: ["closed", "gone"], begin: closeChat, show: afterDays(2) },
  {
    ...{ key: "messageTextKeptDays", values: [30, 1], shown: ["question", ""], begin: closeChat },
    async show(service) {
      await afterDays(2)(service);
      return (await service.store.read("message", [1, 1]))?.content?.text ?? "";
    },
  },
  {
    ...{ key: "fileKeptDays", values: [30, 1], shown: [1, 0], begin: closeAnswered },
    async show(service) {
      await afterDays(2)(service);
      return (await service.store.scan("file", { limit: 10 })).length;
    },
  },
  {
    ...{ key: "deliveryLogKeptDays", values: [30, 1], shown: [true, false], begin: closeAnswered },
    async show(service) {
      await afterDays(2)(service);
      return (await service.store.scan("delivery", { limit: 10 })).length > 0;
    },
  },
  {
    ...{ key: "reopenWindowMs", values: [1_000, hourMs], shown: [409, 200], begin: closeChat },
    async show(service) {
      service.clock.advance(2_000);
      const token = await service.logIn("kim");
      return (await service.call("POST", "/api/chats/1/reopen", { token })).status;
    },
  },
  {
    ...{ key: "visitorRetentionMs", values: [30 * dayMs, dayMs], shown: [1, 0], options: widget },
    async begin(service, t) {
      const { page } = await enterVisitor(t, service);
      page.socket.terminate();
      await page.closed;
    },
    async show(service) {
      await pass(service, 2 * dayMs);
      await pass(service, dayMs);
      return (await service.store.scan("client", { limit: 10 })).length;
    },
  },
  {
    ...{ key: "historyKeptMs", values: [7 * dayMs, hourMs], shown: [1, 0], begin: beginChat },
    async show(service) {
      // The newest step of all is always kept, so another actor must have the newest step.
      await service.say("bob", "Hello");
      await pass(service, dayMs);
      return (await readHistory(service.store, chatAddress(asChatId("1")))).length > 0 ? 1 : 0;
    },
  },
  {
    ...{ key: "historyStepsKept", values: [1_000, 1], shown: [true, false], begin: beginChat },
    async show(service) {
      for (let index = 0; index < 3; index += 1) await service.say(`bob${index}`, "Hello");
      await pass(service, 60_000);
      return (await service.store.scan("history", { limit: 100 })).length > 3;
    },
  },
];

t.test("every live limit of the config file has a row here", async (t) => {
  const live = Object.keys(limitsSchema.properties).filter((key) => reloadKindOf(`limits.${key}`) === "live");
  const missing = live.filter((key) => !rows.some((row) => row.key === key));
  t.strictSame(missing, [], "each live limit needs a row that observes the effect of a reload");
});

for (const { key, values, shown, show, begin, limits = {}, options = {} } of rows) {
  t.test(`limits.${key} changes with a reload`, async (t) => {
    const { reloading, change } = createChangedLimits();
    const folder = temporaryFolder(t);
    const service = await startService(t, { folder, ...options, reloading, limits: { ...limits, [key]: values[0] } });
    await begin?.(service, t);
    t.equal(await show(service, t), shown[0], `${values[0]}`);
    await change(service, { [key]: values[1] });
    t.equal(await show(service, t), shown[1], `${values[1]}`);
  });
}
