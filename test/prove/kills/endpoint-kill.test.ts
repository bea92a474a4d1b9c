import t from "tap";
import { newSigningSecret } from "../../../src/core/random/signing-secret.ts";
import type { OwnersServer, SeenEvent } from "../../../src/demo/cast/owners-server.ts";
import { openOwnersServer } from "../../../src/demo/cast/owners-server.ts";
import type { Answer } from "../../../src/demo/cast/peer.ts";
import { DeskApi } from "../../system/harness/people/desk-api.ts";
import { channelPath, Installation, kim } from "../../system/harness/service/installation.ts";

t.setTimeout(120_000);

const clients = Array.from({ length: 6 }, (_, index) => `client ${index + 1}`);
/** The events of each chat, in the order in which they happen. */
const events = ["chat_started", "message_created", "chat_accepted", "message_created", "chat_finished"] as const;
const chosen = [...new Set(events)];

/** The first event of a chat is in flight at the kill, or waits for its second attempt. */
const script = ({ event, client }: SeenEvent, number: number): Answer => {
  if (event !== "chat_started" || number > 1) return "ok";
  return clients.indexOf(client) % 2 === 0 ? "hang" : { status: 500 };
};

interface Receiver {
  readonly server: OwnersServer;
  readonly isOrdered: boolean;
}

async function openReceiver(isOrdered: boolean) {
  const secret = newSigningSecret();
  const server = await openOwnersServer(t, script, { secret });
  const endpoint = { url: server.url, signingSecret: secret, events: chosen, ordered: isOrdered };
  return { server, isOrdered, endpoint };
}

/** The events of a client in the order in which they arrived, each at its last attempt, which is the answered one. */
const arrivedOf = ({ server }: Receiver, client: string): readonly SeenEvent[] => {
  const seen = server.seen.filter((each) => each.client === client);
  return seen.filter(({ id }, index) => seen.findLastIndex((each) => each.id === id) === index);
};

t.test("[WH-41, WH-43, WH-45] a kill loses no event of an endpoint, and an ordered one keeps the order", async (t) => {
  const [plain, ordered, shared] = await Promise.all([openReceiver(false), openReceiver(true), openReceiver(true)]);
  const installation = await Installation.create(t, "http://127.0.0.1:9/nobody", {
    channel: {
      webhooks: {
        endpoints: [
          { name: "plain", ...plain.endpoint },
          { name: "ordered", ...ordered.endpoint },
        ],
      },
    },
    config: {
      agents: [{ id: 1, ...kim, role: "admin" }],
      webhooks: { endpoints: [{ name: "shared", ...shared.endpoint }] },
    },
  });
  await installation.start();
  const api = await DeskApi.logIn(installation.url, kim);
  const say = async (client: string, text: string): Promise<void> => {
    const body = JSON.stringify({ sender: { id: client, name: client }, message: { type: "text", text } });
    const answer = await fetch(installation.url + channelPath, { method: "POST", body });
    t.equal(answer.status, 200);
  };
  for (const client of clients) await say(client, "Hello");
  const receivers = [plain, ordered, shared];
  for (const { server } of receivers)
    await Promise.all(clients.map((client) => server.untilSeen(client, "chat_started", 1)));
  for (const chatId of clients.map((_, index) => index + 1)) {
    t.equal((await api.call("POST", `/chats/${chatId}/accept`)).status, 200);
    await say(clients[chatId - 1] ?? "", "Is anybody there?");
    t.equal((await api.call("POST", `/chats/${chatId}/close`)).status, 200);
  }
  await installation.kill();
  await installation.start();

  for (const receiver of receivers)
    await receiver.server.facts.until(
      "all events",
      () => clients.every((client) => arrivedOf(receiver, client).length === events.length) || undefined,
      () => receiver.server.seen.map(({ client, event, attempt }) => `${client}: ${event} ${attempt}`),
    );
  const seen = receivers.flatMap(({ server }) => server.seen);
  t.ok(seen.every(({ isVerified }) => isVerified));
  const bodies = new Map(seen.map(({ id, body }) => [id, body]));
  t.ok(
    seen.every(({ id, body }) => bodies.get(id) === body),
    "each attempt has the same body",
  );
  t.equal(
    bodies.size,
    receivers.length * clients.length * events.length,
    "each event came under one id of its receiver",
  );
  for (const receiver of receivers)
    for (const client of clients) {
      const names = arrivedOf(receiver, client).map(({ event }) => event);
      if (receiver.isOrdered) t.same(names, events, client);
      else t.same([...names].sort(), [...events].sort(), client);
    }
});
