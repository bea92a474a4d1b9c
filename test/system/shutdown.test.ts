import { once } from "node:events";
import type { Socket } from "node:net";
import { connect } from "node:net";
import type { Test } from "tap";
import t from "tap";
import { courseOf } from "./harness/laws/delivery-laws.ts";
import { Sender } from "./harness/people/customers.ts";
import { Desk } from "./harness/people/desk.ts";
import { channelPath, Installation } from "./harness/service/installation.ts";
import { nowMs } from "./harness/time.ts";
import { openDeliveryWorld, replyAt } from "./harness/worlds/delivery-world.ts";

const drainMs = 10_000;

t.setTimeout(240_000);
t.jobs = 3;

/** Opens a persistent connection on which a test writes the bytes. */
async function openConnection(t: Test, port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1").setEncoding("latin1");
  t.teardown(() => socket.destroy());
  await once(socket, "connect");
  return socket;
}

const requestOf = (senderId: string): string => {
  const body = JSON.stringify({ sender: { id: senderId }, message: { type: "text", text: `from ${senderId}` } });
  return `POST ${channelPath} HTTP/1.1\r\nHost: parley\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

async function answerOn(socket: Socket): Promise<string> {
  const [data] = await once(socket, "data");
  return String(data);
}

t.test("[ERR-12] SIGTERM: requests in progress are answered, later requests get 503", { buffered: true }, async (t) => {
  const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
  const life = await installation.start();
  const [inHand, kept] = [await openConnection(t, installation.port), await openConnection(t, installation.port)];
  kept.write(requestOf("early"));
  t.match(await answerOn(kept), /^HTTP\/1\.1 200 /);
  const request = requestOf("in hand");
  inHand.write(request.slice(0, -20));
  // When this request on another connection is answered, the service has read the first part of the other request.
  kept.write(requestOf("early"));
  t.match(await answerOn(kept), /^HTTP\/1\.1 200 /);

  const startMs = nowMs();
  const ended = installation.terminate();
  await life.untilLogged("stopping");
  kept.write(requestOf("late"));
  const refusal = await answerOn(kept);
  t.match(refusal, /^HTTP\/1\.1 503 .*\r\nRetry-After: \d+\r\n/is);
  t.match(refusal, '{"error":{"code":"unavailable","message":"The server is starting or shutting down."}}');
  inHand.write(request.slice(-20));
  t.match(await answerOn(inHand), /^HTTP\/1\.1 200 .*\{"result":"ok"\}$/s);
  t.strictSame(await ended, { code: 0, signal: null });
  t.ok(nowMs() - startMs < drainMs, "within 10 s");

  await installation.start();
  const { api } = await Desk.open(t, installation);
  const chats = await api.chats();
  t.strictSame(chats.map(({ client }) => client.id).sort(), ["early", "in hand"], "stored what was answered, no more");
});

t.test("[CH-19] SIGTERM under load: each answer 200 is stored", { buffered: true }, async (t) => {
  const installation = await Installation.create(t, "http://127.0.0.1:9/nobody");
  await installation.start();
  const desk = await Desk.open(t, installation);
  const senders = Array.from({ length: 8 }, (_, index) => new Sender(installation, `sender-${index}`));
  const running = senders.map((sender) => sender.run());
  await desk.until("traffic", () => ([...desk.shown.values()].flat().length > 500 ? true : undefined));
  const ended = await installation.terminate();
  t.strictSame(ended, { code: 0, signal: null });
  for (const sender of senders) sender.stop();
  await installation.start();
  await Promise.all(running);
  const stored = new Map<string, readonly string[]>();
  for (const { id, client } of await desk.api.chats()) {
    stored.set(
      client.id,
      (await desk.api.messages(id)).map(({ text }) => text),
    );
  }
  for (const { id, answered, refused } of senders) {
    const texts = stored.get(id) ?? [];
    const lost = answered.filter((text) => !texts.includes(text));
    t.strictSame([lost, new Set(texts).size], [[], texts.length], `${id}: each answered one is stored once`);
    t.strictSame(
      refused.filter(({ status }) => status !== 503),
      [],
      `${id}: nothing is refused but with 503`,
    );
  }
});

t.test("[DEL-22, DEL-23] SIGTERM while an attempt hangs", { buffered: true }, async (t) => {
  const world = await openDeliveryWorld(t, { hangs: ["hang", { status: 503 }, "ok"] });
  await replyAt(world, nowMs(), ["hangs"]);
  const killedAtMs = nowMs();
  t.strictSame(await world.installation.terminate(), { code: 0, signal: null });
  t.ok(nowMs() - killedAtMs < drainMs, "within 10 s");
  const { readyAtMs } = await world.installation.start();
  world.outages.push({ killedAtMs, readyAtMs: readyAtMs ?? 0, deskReadyAtMs: await world.desk.untilReady() });
  t.strictSame(await courseOf(world, "hangs"), { requests: 3, end: "delivered", faults: [] }, "the attempt counts");
});
