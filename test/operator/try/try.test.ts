import { readFileSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { openCrm } from "../../../src/demo/cast/crm.ts";
import type { SeenRequest } from "../../../src/demo/cast/customer-system.ts";
import { openCustomerSystem } from "../../../src/demo/cast/customer-system.ts";
import type { SeenEvent } from "../../../src/demo/cast/owners-server.ts";
import { openOwnersServer, signingSecret } from "../../../src/demo/cast/owners-server.ts";
import type { Answer, Ending, PeerRequest } from "../../../src/demo/cast/peer.ts";
import { servePeer } from "../../../src/demo/cast/peer.ts";
import { openRivets } from "../../../src/demo/cast/rivet.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import { temporaryFolder } from "../../harness/temporary-folder.ts";
import { openIdleClock } from "./idle-clock.ts";
import type { BotMistakes } from "./model-bot.ts";
import { openModelBot } from "./model-bot.ts";
import { listens, tryOn } from "./try-on.ts";

t.setTimeout(120_000);

const secret = ["--secret", signingSecret];
const addressIn = (text: string): string | undefined => / posts to (\S+)/.exec(text)?.[1];

/** How a customer system sends a message, when it is asked to. */
type Send = (address: string) => Promise<unknown>;

const message = { sender: { id: 7, name: "Ann" }, message: { type: "text", text: "Hello" } };

/** Sends, and again after a 503, under the same key. */
const sendWell: Send = async (address) => {
  const request = { method: "POST", body: JSON.stringify(message), headers: { "Idempotency-Key": "hello-1" } };
  const { status } = await fetch(address, request);
  if (status === 503) await fetch(address, request);
};

/** Sends once, or twice as after a 503. */
const sendBadly =
  (body: unknown, times = 1): Send =>
  async (address) => {
    for (let time = 1; time <= times; time += 1) await fetch(address, { method: "POST", body: JSON.stringify(body) });
  };

/** Runs the command against a customer system, which sends a message when the command asks for one. */
async function tryCustomerSystem(t: Ending, url: string, argv: readonly string[], send: Send | null) {
  let address: string | undefined;
  const sent: Promise<unknown>[] = [];
  const tried = await tryOn(["customer-system", url, ...argv, ...(send === null ? [] : listens)], {
    clock: openIdleClock(t),
    onErr(text) {
      address ??= addressIn(text);
      if (text.startsWith("Write a message") && address !== undefined && send !== null) sent.push(send(address));
    },
  });
  await Promise.all(sent);
  return tried;
}

t.test("the project's own cast follows every rule", async (t) => {
  const customers = await openCustomerSystem(t);
  const customerSystem = await tryCustomerSystem(t, customers.url, [], sendWell);
  t.equal(customerSystem.status, 0, customerSystem.out);
  t.match(customerSystem.out, /customer-system: 2\d passed, 0 failed, 6 not tried\./);

  const crm = await openCrm(t, signingSecret);
  const receiver = await tryOn(["receiver", crm.url, ...secret], { clock: openIdleClock(t) });
  t.equal(receiver.status, 0, receiver.out);
  t.match(receiver.out, /receiver: 2\d passed, 0 failed, 0 not tried\./);

  const service = { url: "", whenReady: () => Promise.resolve() };
  const setup = { token: "parley-try", manners: "friendly", account: null } as const;
  const rivets = await openRivets(t, new Map([["PARLEYTRY", setup]]), service, "try");
  // The cast repeats a post after 50 ms of real time.
  const bot = await tryOn(["bot", rivets.url, ...listens], {
    clock: openIdleClock(t, 100),
    onErr: (text) => {
      service.url = new URL(addressIn(text) ?? "").origin;
    },
  });
  t.equal(bot.status, 0, bot.out);
  t.match(bot.out, /passed +BOT-43 .*INVITE_AGENT/);
});

/** The answers of a customer system that makes one mistake, and the one rule that it breaks. */
type CustomerMistake = readonly [
  rule: string,
  what: string,
  answer: (seen: SeenRequest, isRepeat: boolean) => Answer,
  argv?: readonly string[],
];

const typesOf = ({ type }: SeenRequest, ...all: readonly string[]): boolean => all.includes(type);
const when = (isSo: boolean, status: number): Answer => (isSo ? { status, body: "no" } : "ok");

const customerMistakes: readonly CustomerMistake[] = [
  ["DEL-03", "answers too late", () => "hang"],
  ["DEL-07", "answers with a redirect", () => ({ status: 301, headers: { location: "/" } })],
  ["DEL-10", "answers with an error page", () => ({ status: 500, body: "<h1>Oops</h1>" })],
  ["DEL-10", "answers with another result", () => ({ status: 200, body: { result: "queued" } })],
  ["DEL-10", "closes the connection", () => "close"],
  ["DEL-12", "answers 200 with an error", () => ({ status: 200, body: { error: { code: 7, message: "Full" } } })],
  ["DEL-11", "answers 204", () => ({ status: 204, body: "" }), ["--strict"]],
  ["CH-39", "needs the photo of the agent", ({ fields }) => when(!JSON.stringify(fields).includes('"photo"'), 400)],
  ["CH-59", "knows no voice messages", (seen) => when(typesOf(seen, "voice"), 415)],
  ["CH-52", "needs a preview", ({ body, type }) => when(type === "photo" && !body.includes("thumb"), 400)],
  ["CH-42", "takes short texts only", ({ text }) => when(text.length > 4_000, 413)],
  ["CH-49", "needs a message.id", ({ messageId }) => when(messageId === "", 422)],
  ["CH-41", "refuses a repeat", (_seen, isRepeat) => when(isRepeat, 409)],
  ["DEL-18", "refuses a second message in one run", ({ text }) => when(/^Message [2-5]/.test(text), 429)],
  ["DEL-27", "needs a Content-Length", ({ headers }) => when(headers["content-length"] === undefined, 411)],
  ["VER-05", "refuses unknown keys", ({ body }) => when(body.includes("added_later"), 400)],
  ["AUTH-17", "ignores signatures", () => "ok", secret],
  ["AUTH-17", "refuses a right signature", () => ({ status: 401, body: "" }), secret],
];

for (const [rule, what, answer, argv = []] of customerMistakes)
  t.test(`a customer system that ${what} breaks ${rule} alone`, async (t) => {
    const seen = new Set<string>();
    const system = await openCustomerSystem(t, (_text, message) => {
      const isRepeat = message.messageId !== "" && seen.has(message.messageId);
      seen.add(message.messageId);
      return [answer(message, isRepeat)];
    });
    const { status, broken, out } = await tryCustomerSystem(t, system.url, argv, null);
    t.same([status, ...broken], [1, rule], out);
  });

t.test("a customer system that serves one customer at a time breaks DEL-19 alone", async (t) => {
  const clock = openIdleClock(t);
  let running = 0;
  const url = await servePeer(t, {
    clock,
    paths: /^/,
    take() {
      running += 1;
      return running > 1 ? { status: 503, body: "" } : { afterMs: 50 };
    },
    answered() {
      running -= 1;
    },
  });
  const { status, broken, out } = await tryOn(["customer-system", url], { clock });
  t.same([status, ...broken], [1, "DEL-19"], out);
});

const senders: readonly (readonly [rule: string, what: string, send: Send])[] = [
  ["CH-10", "sends nothing", () => Promise.resolve()],
  ["CH-19", "does not send a refused message again", sendBadly(message)],
  ["DEL-29", "repeats without a key", sendBadly(message, 2)],
  ["CH-24", "sends no sender.id", sendBadly({ ...message, sender: {} }, 2)],
  ["CH-33", "sends an unknown type", sendBadly({ ...message, message: { type: "txt" } }, 2)],
  ["CH-35", "sends a blank text", sendBadly({ ...message, message: { type: "text", text: " " } }, 2)],
  ["CH-55", "sends a file without an address", sendBadly({ ...message, message: { type: "photo" } }, 2)],
  ["CH-56", "sends a place without coordinates", sendBadly({ ...message, message: { type: "location" } }, 2)],
  ["CH-17", "sends no object", sendBadly([message], 2)],
  ["CH-21", "sends a field that is dropped", sendBadly({ ...message, sender: { id: 7, photo: "me.png" } }, 2)],
];

for (const [rule, what, send] of senders)
  t.test(`a customer system that ${what} breaks ${rule}`, async (t) => {
    const system = await openCustomerSystem(t);
    const { status, broken, out } = await tryCustomerSystem(t, system.url, [], send);
    // What repeats without a key is named too, because such a sender would store its messages twice.
    t.same([status, ...broken.filter((each) => each !== "DEL-29" || rule === "DEL-29")], [1, rule], out);
  });

t.test("a customer system that acts on a repeat breaks CH-41 alone", async (t) => {
  let address = "";
  const system = await openCustomerSystem(t, () => {
    // The command may end before the last of them is answered.
    if (address !== "") sendWell(address).catch(() => undefined);
    return ["ok"];
  });
  const { status, broken, out } = await tryOn(["customer-system", system.url, ...listens], {
    clock: openIdleClock(t),
    onErr: (text) => {
      address = addressIn(text) ?? address;
    },
  });
  t.same([status, ...broken], [1, "CH-41"], out);
});

const withMessage = (write: (event: { readonly chat_id: string }) => object): BotMistakes => ({
  write: (event, body) => JSON.stringify({ ...body, ...write(event) }),
});
const buttons = [1, 2, 3, 4].map((id) => ({ id: `${id}`, text: `Button ${id}` }));

const botMistakes: readonly (readonly [rule: string, what: string, mistakes: BotMistakes])[] = [
  ["BOT-20", "answers 500", { status: 500 }],
  ["BOT-11", "acts on a repeat", { actsOnRepeats: true }],
  ["BOT-33", "answers when it has posted", { answersAfterPost: true }],
  ["BOT-35", "does not repeat a refused post", { retries: "never" }],
  ["BOT-32", "repeats under another id", { retries: "under another id" }],
  ["LIM-03", "does not wait for Retry-After", { retries: "at once" }],
  ["BOT-44", "talks on beside the agent", { talksOn: true }],
  ["BOT-49", "takes the next chat for the last one", { knowsClients: true }],
  ["VER-05", "refuses unknown keys", { refusesUnknownKeys: true }],
  ["AUTH-07", "takes any token", { takesAnyToken: true }],
  ["ERR-15", "writes a key twice", { write: (_event, body) => JSON.stringify(body).replace("{", '{"id":"1",') }],
  ["BOT-29", "posts an unknown event", withMessage(() => ({ event: "MESSAGE" }))],
  ["BOT-30", "posts a blank text", withMessage(() => ({ message: { type: "TEXT", text: "" } }))],
  ["BOT-40", "posts four buttons", withMessage(() => ({ message: { type: "BUTTONS", text: "?", buttons } }))],
  [
    "BOT-38",
    "posts buttons without a text",
    withMessage(() => ({ message: { type: "BUTTONS", buttons: [buttons[0]] } })),
  ],
  ["BOT-26", "posts about another chat", withMessage(({ chat_id }) => ({ chat_id: `${chat_id}0` }))],
  ["BOT-05", "posts a form", { write: () => "event=BOT_MESSAGE" }],
];

for (const [rule, what, mistakes] of botMistakes)
  t.test(`a bot that ${what} breaks ${rule} alone`, async (t) => {
    const clock = openIdleClock(t);
    const bot = await openModelBot(t, clock, mistakes);
    const { status, broken, out } = await tryOn(["bot", bot.url, ...listens], {
      clock,
      onErr: (text) => {
        bot.posting = addressIn(text) ?? "";
      },
    });
    t.same([status, ...broken], [1, rule], out);
  });

const answer = (body: object): Answer => ({ status: 200, body: { result: "ok", ...body } });
const ofAccepted = (event: SeenEvent, body: object): Answer => answer(event.event === "chat_accepted" ? body : {});

type Received = PeerRequest & SeenEvent;
type ReceiverMistake = readonly [
  rule: string,
  what: string,
  answer: (event: Received, number: number, seen: readonly Received[]) => Answer,
  argv?: readonly string[],
];

const receiverMistakes: readonly ReceiverMistake[] = [
  ["WH-35", "answers with a redirect", () => ({ status: 302, headers: { location: "/" } })],
  ["WH-31", "answers FAILURE", () => ({ status: 200, body: { result: "FAILURE" } })],
  ["WH-25", "sends rows as an object", (event) => ofAccepted(event, { custom_data: { Orders: 3 } })],
  ["WH-26", "sends contacts as a text", (event) => ofAccepted(event, { contact_info: "Ann" })],
  ["WH-28", "sends a button without a link", (event) => ofAccepted(event, { enable_assign: true })],
  ["WH-29", "sends a page without an address", (event) => ofAccepted(event, { page: { url: "Orders" } })],
  ["WH-15", "knows no chat_assigned", ({ event }) => when(event === "chat_assigned", 404)],
  ["WH-18", "reads a chat_id in each event", ({ chatId }) => when(chatId === null, 400)],
  ["CALL-02", "knows no failed calls", ({ fields }) => when(fields.call?.status === "error", 500)],
  ["WH-11", "needs the name of the visitor", ({ client }) => when(client === "", 422)],
  ["WH-20", "takes small bodies only", ({ body }) => when(body.length > 32_768, 413)],
  ["WH-39", "refuses a repeat", (_event, number) => when(number > 1, 409)],
  [
    "WH-42",
    "refuses events of finished chats",
    ({ event, chatId }, _number, seen) =>
      when(
        event !== "chat_finished" && seen.some((one) => one.event === "chat_finished" && one.chatId === chatId),
        409,
      ),
  ],
  ["VER-05", "refuses unknown keys", ({ body }) => when(body.includes('"added_later"'), 400)],
  ["WH-02", "refuses unknown events", ({ event }) => when(event === "chat_added_later", 400)],
  ["WH-40", "ignores signatures", () => "ok", secret],
  ["WH-40", "ignores the age of a signature", (event) => when(!event.isVerified && !isOld(event), 401), secret],
  [
    "WH-40",
    "reads the first signature only",
    ({ isVerified, headers }) => when(!isVerified || String(headers["webhook-signature"]).includes(" "), 401),
    secret,
  ],
];

/** Older than a receiver should accept. */
function isOld({ headers }: Received): boolean {
  return Date.now() / 1_000 - Number(headers["webhook-timestamp"]) > 300;
}

for (const [rule, what, answer, argv = []] of receiverMistakes)
  t.test(`a receiver that ${what} breaks ${rule} alone`, async (t) => {
    const seen: Received[] = [];
    const script = (_event: SeenEvent, number: number): Answer | undefined => {
      const event = seen.at(-1);
      return event && answer(event, number, seen.slice(0, -1));
    };
    const came = (event: Received): void => void seen.push(event);
    const server = await openOwnersServer(t, script, { observer: { came, answered: () => undefined } });
    const { status, broken, out } = await tryOn(["receiver", server.url, ...argv], { clock: openIdleClock(t) });
    t.same([status, ...broken], [1, rule], out);
  });

t.test("a failure says what was expected, what came and after which request, also as JUnit", async (t) => {
  const system = await openCustomerSystem(t, (text) => [when(text.length > 4_000, 413)]);
  const junit = join(temporaryFolder(t), "findings.xml");
  const { out } = await tryOn(["customer-system", system.url, "--junit", junit], { clock: openIdleClock(t) });
  const failure =
    /^failed +CH-42 .*\n +expected a positive answer\n +came The customer system answered HTTP 413\.\n +after POST http.*characters/m;
  t.match(out.replace(/: \{.*/g, " characters"), failure);
  const xml = readFileSync(junit, "utf8");
  t.match(xml, /<testsuite name="customer-system" tests="\d+" failures="1" errors="0" skipped="\d+"/);
  t.match(
    xml,
    /<testcase classname="customer-system.CH-42" .*><failure type="CH-42" message="The customer system answered HTTP 413.">expected/,
  );
  t.notMatch(xml, /[^\P{Cc}\n\t]/u, "no character that XML forbids");
});

t.test("Ctrl-C ends a run between two requests, and the last line says what was left out", async (t) => {
  const stop = new AbortController();
  const system = await openCustomerSystem(t, () => {
    stop.abort();
    return ["hang"];
  });
  const { status, out } = await tryOn(["customer-system", system.url], {
    clock: openIdleClock(t),
    signal: stop.signal,
  });
  t.equal(status, 130);
  t.match(out, /^customer-system: 0 passed, 0 failed, 1 not tried\. Stopped before \d+ more\.$/m);
});

t.test("each mistake in the command is one line, and a secret is not repeated", async (t) => {
  const url = "http://127.0.0.1:9/";
  const clock = createManualClock();
  const rows: readonly (readonly [argv: readonly string[], line: RegExp])[] = [
    [[], /^what to try: missing; expected one of customer-system, bot, receiver/],
    [["webhook", url], /^what to try: "webhook" is not allowed/],
    [["bot"], /^URL: missing; expected an http or https URL/],
    [["bot", "localhost:80"], /^URL: "localhost:80" is not allowed/],
    [["receiver", url, url], /^argument: .* expected one URL only/],
    [["receiver", url, "--listen", "127.0.0.1:80"], /^--listen: unknown flag/],
    [["receiver", url, "--secret", "whsec_!"], /^--secret: no signing secret; expected "whsec_" and base64/],
    [["receiver", url, "--junit", "/no/such/folder/f.xml"], /^--junit: .* cannot be written \(ENOENT\)/],
    [["bot", url, "--listen", "8099"], /^--listen: "8099" is not allowed; expected a host and a port/],
    [
      ["bot", url, "--listen", "192.0.2.1:8099"],
      /^--listen: 192\.0\.2\.1:8099 cannot be listened on \(EADDRNOTAVAIL\)/,
    ],
    [["bot", url, "--wait", "0"], /^--wait: "0" is not allowed; expected more than 0/],
    [["bot", url, "--token", ""], /^--token: too short or too long/],
    [["bot", url, "--provider", "A"], /^--provider: "A" is not allowed/],
    [["bot", url, "--ask", " "], /^--ask: " " is not allowed/],
    [["customer-system", url, "--recipient", ""], /^--recipient: "" is not allowed/],
  ];
  for (const [argv, line] of rows) {
    const { status, out, err } = await tryOn(argv, { clock });
    t.match(err, line, argv.join(" "));
    t.same([status, out, err.split("\n").length], [2, "", 2], argv.join(" "));
  }
  for (const surface of ["customer-system", "bot", "receiver"])
    t.match((await tryOn([surface, "--help"], { clock })).out, /makes \d+ checks with at most \d+ requests/);
});
