import type { Test } from "tap";
import t from "tap";
import type { ChannelSettings } from "../../machines/channel/channel.types.ts";
import type { DeskDeliveryRecord } from "../../src/codec/desk/desk-log.ts";
import { createSmtpMailer } from "../../src/mail/smtp-mailer.ts";
import { until } from "../delivery/through-service.ts";
import { createLateClock } from "../harness/late-clock.ts";
import type { Service, ServiceOptions } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { bot, webhooks } from "../harness/service-config.ts";
import { logTo } from "../harness/test-log.ts";
import type { MailServer } from "./mail-server.ts";
import { from, headerOf, openMailServer, refusal } from "./mail-server.ts";

const password = "hunter2+secret";
const chatLogEmails = ["log@example.com", "boss@example.com"];
const file = "https://files.example.com/boat.jpg";

interface MailWorld {
  readonly service: Service;
  readonly server: MailServer;
  /** The complete log. */
  log(): string;
  /** Makes a step of Kim's in the only chat. */
  post(step: string, body?: unknown): Promise<void>;
  /** Reads the only delivery of a mail, as an administrator. */
  mail(): Promise<DeskDeliveryRecord>;
  /** Resolves when this many attempts have ended and the next steps have begun. */
  untilEnded(attempts: number): Promise<DeskDeliveryRecord>;
}

/** Starts the complete service, which sends mail to a real server. The test owns the clocks of the service and of the mailer. */
async function openMailWorld(
  t: Test,
  behave: Parameters<typeof openMailServer>[1],
  channel: Partial<ChannelSettings> = {},
  more: Partial<ServiceOptions> = {},
): Promise<MailWorld> {
  const server = await openMailServer(t, behave);
  const { clock, follow } = createLateClock();
  const smtp = { url: `smtp://parley:${encodeURIComponent(password)}@127.0.0.1:${server.port}`, from };
  const lines: object[] = [];
  const write = (facts: object): void => void lines.push(facts);
  const mailer = createSmtpMailer({ smtp, clock, log: logTo(write) });
  const service = await startService(t, {
    mailer,
    channels: { MOBILEAPP1: { name: "Web site", chatLogEmails, ...channel } },
    ...more,
  });
  follow(service.clock);
  await service.enter("kim");
  const token = await service.logIn("kim");
  const ada = await service.logIn("ada");
  const mail: MailWorld["mail"] = async () => {
    const { body } = await service.call("GET", "/api/deliveries?chat=1", { token: ada });
    const [only, ...others] = body.deliveries.filter(({ kind }: DeskDeliveryRecord) => kind === "mail");
    if (only === undefined || others.length > 0) throw new Error(`Expected one mail, got ${JSON.stringify(body)}`);
    return only;
  };
  return {
    service,
    server,
    log: () => JSON.stringify([lines, service.logLines]),
    async post(step, body) {
      const answer = await service.call("POST", `/api/chats/1/${step}`, { token, body });
      if (answer.status > 202) throw new Error(`${step}: ${answer.status} ${JSON.stringify(answer.body)}`);
      await service.settle();
    },
    mail,
    async untilEnded(attempts) {
      await until(async () => {
        const { attempts: made } = await mail();
        return made.length >= attempts && made.every(({ durationMs }) => durationMs !== null);
      });
      await service.settle();
      return mail();
    },
  };
}

t.test("[WH-26] the log of a closed chat is mailed to all addresses, with the contact info", async (t) => {
  const { service, server, post, untilEnded } = await openMailWorld(t, {}, { webhooks });
  await service.say({ id: "7", name: "Nobody yet", url: "https://shop.example.com/boats" }, "Hello,\nis it there?");
  await post("accept");
  const accepted = service.reports.find(({ event }) => event === "chat_accepted");
  accepted?.answer({
    crmAnswer: { contact: { name: "Tomas\nBcc: spy@example.com", email: "tomas@example.com", phone: "+15550142" } },
  });
  await service.settle();
  await service.pass(60_000);
  await post("messages", { type: "text", text: "It is" });
  await post("note", { text: "not for the client" });
  await post("messages", { type: "photo", text: "Look", file, file_name: "boat.jpg", file_size: 9 });
  const random = service.app.runtime.directory.find("MOBILEAPP1")?.settings.random;
  const location = { sender: { id: "7" }, message: { type: "location", latitude: 59.5, longitude: 24.25 } };
  t.equal((await service.call("POST", `/chat-api/${random}/MOBILEAPP1`, { body: location })).status, 200);
  await service.pass(60_000);
  t.equal(server.received.length, 0);
  await post("close");
  t.match(await untilEnded(1), { state: "delivered", attempts: [{ error: null }] });
  const [mail] = server.received;
  t.strictSame(mail?.to, chatLogEmails);
  t.equal(mail?.user, "parley");
  t.equal(headerOf(mail, "Subject"), "Chat 1 with Tomas Bcc: spy@example.com (Web site)");
  t.equal(headerOf(mail, "Date"), "Tue, 14 Nov 2023 22:15:20 +0000");
  t.equal(mail?.headers.filter((line) => /^bcc:/i.test(line)).length, 0);
  t.strictSame(mail?.text.split("\r\n"), [
    "Channel: Web site",
    "Client: Tomas Bcc: spy@example.com",
    "E-mail: tomas@example.com",
    "Phone: +15550142",
    "Visitor number: 1",
    "Page: https://shop.example.com/boats",
    "Agents: Kim",
    "Began: 2023-11-14T22:13:20.000Z",
    "Closed: 2023-11-14T22:15:20.000Z",
    "",
    "2023-11-14 22:13 UTC  Tomas Bcc: spy@example.com: Hello,",
    "    is it there?",
    "2023-11-14 22:14 UTC  Kim: It is",
    "2023-11-14 22:14 UTC  Kim: Look",
    `    ${file}`,
    "2023-11-14 22:14 UTC  Tomas Bcc: spy@example.com: 59.5,24.25",
    "",
  ]);
});

t.test("[WH-23, BOT-39] the log names a bot, and has the bot's messages as the client got them", async (t) => {
  const { service, server, post, untilEnded } = await openMailWorld(t, {}, { bot });
  await service.say({ id: "7", name: "Tomas" }, "Hello");
  for (const message of [
    { type: "TEXT", text: "Ahoy", timestamp: 1_700_000_000 },
    { type: "MARKDOWN", content: "**Aye**", text: "Aye" },
    { type: "BUTTONS", title: "(sent to nobody)", buttons: [{ text: "Yes" }] },
  ]) {
    const body = { event: "BOT_MESSAGE", id: "b0c1ab5c", client_id: "7", chat_id: "1", message };
    const said = await service.call("POST", `/bots/webhooks/${bot.providerId}/${bot.token}`, { body });
    t.equal(said.status, 200);
  }
  await post("accept");
  await post("close");
  await untilEnded(1);
  t.match(server.received[0]?.text, /UTC {2}Tomas: Hello\r\n[^\n]*UTC {2}Robin: Ahoy\r\n[^\n]*UTC {2}Robin: Aye\r\n$/);
});

t.test("[WH-27] no address, no mail", async (t) => {
  const { service, server, post } = await openMailWorld(t, {}, { chatLogEmails: [] });
  await service.say("7", "Hello");
  await post("accept");
  await post("close");
  await service.pass(10_000);
  const { body } = await service.call("GET", "/api/deliveries?chat=1", { token: await service.logIn("ada") });
  t.strictSame(body.deliveries, []);
  t.equal(server.opened(), 0);
});

t.test("a deferred mail is retried with the same bytes; a failed mail can be sent again", async (t) => {
  const raws: string[] = [];
  let isFull = true;
  const world = await openMailWorld(t, {
    judge({ raw }) {
      raws.push(raw);
      if (!isFull) return null;
      return raws.length < 3 ? refusal(452, "disk full") : refusal(552, "mail box full");
    },
  });
  const { service, server, post, untilEnded, log } = world;
  await service.say("7", "Hello");
  await post("accept");
  await post("close");
  t.match(await untilEnded(1), { state: "attempting", attempts: [{ error: { code: "452" } }] });
  await service.pass(6_000);
  t.match(await untilEnded(2), {
    attempts: [{}, { error: { message: "The mail server deferred the mail: 452 disk full" } }],
  });
  await service.pass(6 * 60_000);
  const given = await untilEnded(3);
  t.match(given, { state: "failed", error: { code: "552" } });
  t.match(given.attempts[2], { address: `smtp://127.0.0.1:${server.port}`, answer: "552 mail box full" });

  const ada = await service.logIn("ada");
  const dead = await service.call("GET", "/api/deliveries?state=failed&channel=MOBILEAPP1", { token: ada });
  t.strictSame(
    dead.body.deliveries.map(({ id }: DeskDeliveryRecord) => id),
    [given.id],
  );
  isFull = false;
  const resent = await service.call("POST", `/api/deliveries/${given.id}/resend`, { token: ada });
  t.equal(resent.status, 202);
  t.match(await untilEnded(4), { id: given.id, state: "delivered" });
  t.equal(raws.length, 4);
  t.strictSame([...new Set(raws)], [server.received[0]?.raw]);
  t.equal(headerOf(server.received[0], "Message-ID"), `<${given.id}@parley.example>`);
  t.notOk(log().includes(password), "no secret in the log");
  t.ok(log().includes("disk full"));
});

t.test("a stopping service does not wait for a mail server", async (t) => {
  let reached: () => void = () => undefined;
  const whenReached = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const judge = () => new Promise<null>(() => reached());
  const { service, server, post, mail } = await openMailWorld(t, { judge });
  await service.say("7", "Hello");
  await post("accept");
  await post("close");
  await whenReached;
  t.match(await mail(), { state: "attempting" });
  const fromMs = service.clock.nowMs();
  await service.stop();
  t.ok(service.clock.nowMs() - fromMs < 10_000);
  await server.until(() => server.open.size === 0);
});
