import t from "tap";
import type { OpenChatsInput } from "../../workers/archive/open-chats.types.ts";
import { OpenMemory } from "../../workers/archive/open-memory.ts";
import { run } from "../../workers/open-chats.ts";
import { chatOf } from "../desk/chat-of.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";

type Name = "kim" | "max" | "ada";

const ask = async (service: Service, query: string, by: Name = "kim") =>
  service.call("GET", `/api/chats?${query}`, { token: await service.logIn(by) });

/** The found ids, and the place of the words in each chat. */
async function find(service: Service, q: string, rest = "", by: Name = "kim") {
  const { status, body } = await ask(service, `q=${encodeURIComponent(q)}${rest}`, by);
  if (status !== 200 || body.complete !== true)
    throw new Error(`Expected 200 and all chats, got ${status} ${JSON.stringify(body)}`);
  return { ids: body.chats.map(({ id }: { id: string }) => id), found: body.found, cursor: body.cursor };
}

t.test("an open chat is found by any of its words at once, until it is closed", async (t) => {
  const service = await startService(t);
  await service.say({ id: "7", name: "Zoë Müller", email: "zoe@example.com" }, "Where is my parcel?");
  const first = await chatOf(service, "kim", { id: "7", name: "Zoë Müller" });
  await first.reply("It was sent yesterday");
  await first.step("note", { text: "Carrier: Hermes" });
  await service.say("8", "東京都に parcel");
  await service.say("9", "Parcel of another channel", "OTHERAPP01");
  for (const [q, ids, place] of [
    ["parcel", ["2", "1"], { chat: "2", seq: 1, text: "東京都に parcel" }],
    ["PARC", ["2", "1"], null],
    ["where is my par", ["1"], { chat: "1", seq: 1, text: "Where is my parcel?" }],
    ["arcel", [], null],
    ["hermes", ["1"], { chat: "1", seq: 4, text: "Carrier: Hermes" }],
    ["yesterday hermes", ["1"], null],
    ["muller", ["1"], { chat: "1", seq: null, text: "Zoë Müller" }],
    ["kim", ["1"], null],
    ["京都", ["2"], null],
    ["!?", [], null],
  ] as const) {
    const { ids: got, found } = await find(service, q);
    t.strictSame(got, ids, q);
    if (place !== null) t.match(found[0], place, q);
  }
  t.strictSame((await find(service, "parcel", "", "max")).ids, ["3"], "the chats that another agent may see");
  t.strictSame((await find(service, "parcel", "", "ada")).ids, ["3", "2", "1"]);
  t.strictSame((await find(service, "parcel", "&channel=OTHERAPP01", "ada")).ids, ["3"]);
  t.strictSame((await find(service, "parcel", "&channel=OTHERAPP01")).ids, [], "a channel that the agent may not see");
  t.strictSame((await find(service, "parcel", "&state=waiting")).ids, ["2"]);
  t.strictSame((await find(service, "parcel", "&agent=1")).ids, ["1"]);

  await service.say("8", "It is made of glass");
  t.match((await find(service, "glass")).found, [{ chat: "2", seq: 2, text: "It is made of glass" }], "a later word");
  const page = await find(service, "parcel", "&limit=1");
  t.strictSame([page.ids, (await find(service, "parcel", `&limit=1&cursor=${page.cursor}`)).ids], [["2"], ["1"]]);
  await first.step("close");
  t.strictSame((await find(service, "parcel")).ids, ["2"], "a closed chat is only in the archive");
});

t.test("nobody finds a blocked client's chat until the client is unblocked", async (t) => {
  const service = await startService(t);
  await service.say("7", "Cheap pills");
  t.strictSame((await find(service, "pills")).ids, ["1"]);
  const token = await service.logIn("kim");
  const block = (value: boolean) => service.call("POST", "/api/chats/1/blacklist", { token, body: { value } });
  await block(true);
  await service.say("7", "More pills");
  t.strictSame((await find(service, "pills")).ids, []);
  await block(false);
  t.strictSame((await find(service, "pills")).ids, ["1"]);
});

t.test("a wrong request is refused with the expected form", async (t) => {
  const service = await startService(t, { limits: { archiveQueryCodePointsMax: 5 } });
  for (const [query, message] of [
    ["q=toolong", /Parameter q must have at most 5 characters/],
    ["q=a&state=closed", /state must be open or one of with_bot, waiting, unstaffed, with_agent, got closed/],
    ["q=a&state=blocked", /got blocked/],
    ["q=a&client=1", /q and client cannot be used together/],
    ["q=a&limit=0", /limit/],
  ] as const)
    t.match(await ask(service, query), { status: 400, body: { error: { code: "invalid_request", message } } }, query);
  const { body } = await ask(service, "q=%20");
  t.strictSame([body.found, body.complete], [undefined, undefined], "a blank query has no words");
});

t.test("too many simultaneous searches are refused", async (t) => {
  const service = await startService(t, { limits: { archiveSearchesMax: 0 } });
  t.match(await ask(service, "q=a"), { status: 502, body: { error: { code: "overloaded" } } });
});

t.test("changes between searches are found, also if there are too many to follow one by one", async (t) => {
  const service = await startService(t, { limits: { feedEntriesKept: 2, pageRowsMax: 2 } });
  await service.say("1", "first word");
  t.strictSame((await find(service, "word")).ids, ["1"]);
  for (let number = 2; number <= 9; number += 1) await service.say(`${number}`, `word of ${number}`);
  await service.pass(3_600_000);
  t.strictSame((await find(service, "word", "&limit=100")).ids, ["9", "8", "7", "6", "5", "4", "3", "2", "1"]);
});

const bounds = { chatCharactersMax: 1_000, charactersMax: 10_000 };
const chat = (chatNumber: number, text: string) => ({
  chatNumber,
  channelId: "SHOP",
  facts: [`Client ${chatNumber}`],
  lines: [{ seq: 1, texts: [text] }],
});
const question = (text: string) => ({ text, channelIds: null, before: null, rowsMax: 10 });
const numbersOf = (memory: OpenMemory, text: string) => memory.find(question(text)).map(({ chatNumber }) => chatNumber);

t.test("a full memory keeps its chats and reports that it is full; a removed chat frees space", (t) => {
  const memory = new OpenMemory({ ...bounds, charactersMax: 300 });
  memory.take(chat(1, "alpha ".repeat(20)));
  t.equal(memory.isFull, false);
  memory.take(chat(2, "beta ".repeat(60)));
  t.equal(memory.isFull, true);
  t.strictSame([numbersOf(memory, "alpha"), numbersOf(memory, "client")], [[1], [2, 1]]);
  memory.forget(1);
  memory.forget(2);
  memory.forget(3);
  memory.take(chat(4, "gamma"));
  t.strictSame([numbersOf(memory, "gamma"), numbersOf(memory, "alpha")], [[4], []]);
  t.end();
});

t.test("of a long text, the part around the found word is shown", (t) => {
  const memory = new OpenMemory(bounds);
  memory.take(chat(1, `${"before ".repeat(40)}needle ${"after ".repeat(40)}`));
  const [found] = memory.find(question("need"));
  t.match(found?.place?.text, /^… (before )+needle (after )+.*…$/);
  t.ok((found?.place?.text.length ?? 0) < 170);
  t.end();
});

t.test("a thread reports that it has lost its memory", (t) => {
  const input = (memoryId: string, isNew: boolean): OpenChatsInput => ({
    ...{ memoryId, isNew, take: [chat(1, "word")], forget: [], question: question("word"), ...bounds },
  });
  t.strictSame(run(input("a", false)), { kind: "lost" });
  t.match(run(input("a", true)), { kind: "done", found: [{ chatNumber: 1, place: { seq: 1, text: "word" } }] });
  t.match(run(input("a", false)), { kind: "done" });
  t.strictSame(run(input("b", false)), { kind: "lost" });
  t.end();
});
