import { WebSocket } from "ws";
import type { ApiAnswer } from "../../../harness/service.ts";
import { random } from "../../../harness/service-config.ts";
import type { World } from "../world/open-world.ts";
import { hostileFiles, hostileUrl, payload, scriptUrl } from "./payload.ts";

/** Every user outside the service writes scripts into every field that the user can write. */
export interface Hostile {
  /** The chats of the chat API's customer, of the visitor, and of the client whom the bot answers. */
  readonly chats: { readonly customer: string; readonly visitor: string; readonly bot: string };
  /** Addresses of the sent files. */
  readonly files: readonly string[];
  readonly visitor: string;
}

const must = (answer: ApiAnswer): ApiAnswer["body"] => {
  if (answer.status < 300) return answer.body;
  throw new Error(`Expected a success, got ${answer.status} ${JSON.stringify(answer.body)}`);
};

export async function writeHostile(world: World): Promise<Hostile> {
  world.outside.crmAnswer = {
    customData: [
      {
        title: payload("crmTitle"),
        content: payload("crmContent"),
        key: payload("crmKey"),
        link: hostileUrl("crmLink"),
      },
    ],
    enableAssign: true,
    crmLink: hostileUrl("crmCard"),
    page: { url: hostileUrl("crmPageUrl"), title: payload("crmPageTitle") },
  };
  world.outside.refusal = payload("refusal");
  const customer = await writeAsCustomer(world);
  const bot = await writeAsBot(world);
  const contact = {
    name: payload("crmName"),
    phone: payload("crmPhone"),
    email: `${payload("crmEmail", 40)}@a.example`,
  };
  world.outside.crmAnswer = { ...world.outside.crmAnswer, contact };
  const { chat: visitor, secret, files } = await writeAsVisitor(world);
  await failReply(world, customer);
  return { chats: { customer, visitor, bot }, files, visitor: secret };
}

async function findChat(world: World, text: string): Promise<string> {
  const token = world.facts.get("kim") ?? "";
  const { chats } = must(await world.service.call("GET", "/api/chats?limit=50", { token }));
  const found = chats.find((chat) => JSON.stringify(chat).includes(text));
  if (found === undefined) throw new Error(`Expected a chat with ${text}`);
  return found.id;
}

async function writeAsCustomer({ service, facts }: World, id = payload("customerId", 100)): Promise<string> {
  const sender = {
    id,
    name: payload("customerName"),
    email: `${payload("customerEmail", 60)}@a.example`,
    phone: payload("customerPhone"),
    url: hostileUrl("customerUrl"),
    photo: hostileUrl("customerPhoto"),
    invite: payload("customerInvite"),
  };
  const file = { file: hostileUrl("media"), thumb: hostileUrl("thumb"), mime_type: payload("mime", 60) };
  const messages = [
    { type: "text", text: payload("customerText", 1_000), id: payload("messageId", 100) },
    { type: "text", text: scriptUrl("customerScriptUrl") },
    { type: "document", ...file, file_name: payload("customerFileName") },
    { type: "document", ...file, file: scriptUrl("mediaScriptUrl"), file_name: "a" },
    ...["photo", "sticker", "video", "audio", "voice"].map((type) => ({
      type,
      ...file,
      file_name: payload(`${type}FileName`),
      title: payload(`${type}Title`),
      performer: payload(`${type}Performer`),
      caption: payload(`${type}Caption`),
      emoji: payload(`${type}Emoji`),
    })),
    { type: "location", latitude: 1, longitude: 2, title: payload("place") },
  ];
  for (const message of messages)
    await service.call("POST", `/chat-api/${random}/MOBILEAPP1`, { body: { sender, message } });
  await service.settle();
  const token = facts.get("kim") ?? "";
  const { chats } = must(await service.call("GET", "/api/chats?limit=50", { token }));
  const chat = chats.find(({ client }) => client.id === id)?.id ?? "";
  must(await service.call("POST", `/api/chats/${chat}/accept`, { token }));
  await service.settle();
  return chat;
}

async function writeAsBot(world: World): Promise<string> {
  const { service } = world;
  await service.say({ id: "botty", name: payload("botClient") }, "Hello", "BOTAPP0001");
  await service.settle();
  const chat = await findChat(world, "botClient");
  await sayAsBot(world, chat);
  return chat;
}

/** Sends everything that a bot may send, in a separate chat. */
export async function sayAsBot({ service, facts }: World, chat: string): Promise<void> {
  const events = [
    { type: "TEXT", text: payload("botText", 500) },
    {
      type: "MARKDOWN",
      content: `${payload("botMarkdown", 300)} [a](${scriptUrl("botLink")}) ![b](${hostileUrl("botImage")}) <a href="x">c</a>`,
      text: payload("botPlain"),
    },
    {
      type: "BUTTONS",
      title: payload("botTitle"),
      text: payload("botButtons"),
      buttons: [{ id: payload("buttonId", 60), text: payload("buttonText", 80) }],
    },
  ];
  for (const message of events) {
    const body = { event: "BOT_MESSAGE", chat_id: chat, message };
    must(await service.call("POST", `/bots/webhooks/${facts.get("provider")}/${facts.get("botToken")}`, { body }));
  }
  await service.settle();
}

async function writeAsVisitor({ service, facts }: World) {
  const socket = new WebSocket(`${service.url.replace("http", "ws")}/ws/widget`, {
    // The value of a header is bytes.
    headers: { "user-agent": Buffer.from(payload("userAgent")).toString("latin1"), origin: "https://shop.example.com" },
  });
  const frames: Record<string, unknown>[] = [];
  socket.on("message", (data) => frames.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.once("open", resolve));
  const page = { url: hostileUrl("pageUrl"), title: payload("pageTitle") };
  socket.send(JSON.stringify({ type: "hello", widget: "WIDGETAPP1", page, userToken: payload("userToken") }));
  while (!frames.some(({ type }) => type === "ready")) await new Promise((resolve) => socket.once("message", resolve));
  const secret = String(frames.find(({ type }) => type === "ready")?.["visitor"]);
  const contact = {
    name: payload("visitorName"),
    email: `${payload("visitorEmail", 60)}@a.example`,
    phone: payload("visitorPhone"),
    description: payload("visitorDescription"),
  };
  const link = hostileUrl("rowLink");
  const row = { title: payload("rowTitle"), content: payload("rowContent"), key: payload("rowKey"), link };
  const requests = [
    { type: "contact", ...contact },
    { type: "custom_data", fields: [row, { content: payload("rowAlone"), link: scriptUrl("rowScript") }] },
    { type: "page", url: hostileUrl("secondUrl"), title: payload("secondTitle") },
    { type: "message", text: payload("visitorText", 900), invitation: { text: payload("invitation") } },
    { type: "message", text: scriptUrl("visitorScriptUrl") },
    { type: "offline_message", ...contact, text: payload("leftText") },
    { type: "rate", value: "negative", comment: payload("comment") },
  ];
  for (const [index, request] of requests.entries()) {
    socket.send(JSON.stringify({ id: `h${index}`, ...request }));
    await service.settle();
  }
  const files: string[] = [];
  for (const { name, type, body } of hostileFiles) {
    const address = `${service.url}/widget/WIDGETAPP1/files?name=${encodeURIComponent(name)}&id=${files.length}`;
    const headers = { authorization: `Bearer ${secret}`, "content-type": type };
    const answer = await fetch(address, { method: "POST", headers, body });
    const { file }: { readonly file?: string } = JSON.parse(await answer.text());
    if (file === undefined) throw new Error(`Expected the file ${name} to be taken, got ${answer.status}`);
    files.push(file);
  }
  await service.settle();
  socket.close();
  const token = facts.get("kim") ?? "";
  const { chats } = must(await service.call("GET", "/api/chats?channel=WIDGETAPP1&limit=50", { token }));
  const chat = chats.find((one) => JSON.stringify(one).includes("visitorName"))?.id ?? "";
  must(await service.call("POST", `/api/chats/${chat}/accept`, { token }));
  await service.settle();
  return { chat, secret, files };
}

/** Sends a reply that the customer system refuses with a script in its answer. */
async function failReply({ service, outside, facts }: World, chat: string): Promise<void> {
  outside.refusesReplies = true;
  const body = { type: "text", text: "Hello" };
  must(await service.call("POST", `/api/chats/${chat}/messages`, { token: facts.get("kim") ?? "", body }));
  await service.pass(12_000);
  outside.refusesReplies = false;
}
