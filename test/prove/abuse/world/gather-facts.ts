import { createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import { WebSocket } from "ws";
import { openPictureHost, png } from "../../../edge/pictures/picture-host.ts";
import type { ApiAnswer, Service } from "../../../harness/service.ts";
import { agents, bot, password, random } from "../../../harness/service-config.ts";
import type { Ending } from "../../../harness/temporary-folder.ts";
import type { Outside } from "./outside.ts";
import { replaceVictims } from "./victims.ts";
import { gatewayToken, operatorToken, sampleToken } from "./world-config.ts";

/** Names and their values in this world: ids, tokens, secrets. */
export type Facts = Map<string, string>;

/** Values that are known before the first request. */
const known: Readonly<Record<string, string>> = {
  random,
  password,
  gatewayToken,
  operatorToken,
  sampleToken,
  provider: bot.providerId,
  botToken: bot.token,
  channel: "MOBILEAPP1",
  endpoint: "paused",
  widget: "WIDGETAPP1",
  sample: "SAMPLEAPP1",
  department: "7",
  kimId: String(agents.kim.id),
  botChannel: "BOTAPP0001",
  pictured: "2",
  kind: "chat",
  picture: "client",
};

const customers = [
  ["ann", "MOBILEAPP1", "kim"],
  ["bob", "MOBILEAPP1", null],
  ["cyd", "MOBILEAPP1", "kim"],
  ["dan", "OTHERAPP01", "max"],
  ["eli", "MOBILEAPP1", "lee"],
  ["gus", "MOBILEAPP1", "kim"],
  ["hal", "MOBILEAPP1", "kim"],
  ["ivy", "MOBILEAPP1", "kim"],
  ["jan", "MOBILEAPP1", "kim"],
  ["kay", "MOBILEAPP1", "kim"],
] as const;

/** Makes chats, messages, replies, closed chats, offline messages and files, and records their names and values. */
export async function gatherFacts(service: Service, outside: Outside, ending: Ending): Promise<Facts> {
  const facts: Facts = new Map(Object.entries(known));
  for (const name of ["kim", "lee", "max", "ada"] as const) facts.set(name, await service.logIn(name));
  const gone = await service.app.sessions.open(agents.kim.id);
  await service.app.sessions.close(gone);
  facts.set("gone", gone);
  await openChats(service, facts);
  facts.set("call", outside.lastCallId);
  await failDelivery(service, facts, outside);
  await comeAsVisitor(service, facts, ending);
  await answerLeftMessage(service, facts, outside);
  await makeOwnThings(service, facts);
  await showPictures(service, facts, ending);
  await replaceVictims(service, facts);
  return facts;
}

const must = (answer: ApiAnswer): ApiAnswer["body"] => {
  if (answer.status < 300) return answer.body;
  throw new Error(`Expected a success, got ${answer.status} ${JSON.stringify(answer.body)}`);
};

async function openChats(service: Service, facts: Facts): Promise<void> {
  for (const [sender, channel, agent] of customers) {
    await service.say(sender, "Hello", channel);
    const token = await service.logIn(channel === "OTHERAPP01" ? "max" : "kim");
    const { chats } = must(await service.call("GET", "/api/chats?limit=50", { token }));
    const id = chats.find(({ client }) => client.id === sender)?.id ?? "";
    facts.set(`${sender}Chat`, id);
    if (agent !== null)
      must(await service.call("POST", `/api/chats/${id}/accept`, { token: await service.logIn(agent) }));
  }
  const token = await service.logIn("kim");
  must(await service.call("POST", `/api/chats/${facts.get("cydChat")}/close`, { token }));
  const blacklist = `/api/chats/${facts.get("kayChat")}/blacklist`;
  must(await service.call("POST", blacklist, { token, body: { value: true } }));
  await service.say("fay", "Is a bot there?", "BOTAPP0001");
  await service.settle();
  const { chats } = must(await service.call("GET", "/api/chats?limit=50", { token }));
  facts.set("fayChat", chats.find(({ client }) => client.id === "fay")?.id ?? "");
  must(
    await service.call("POST", `/api/chats/${facts.get("ivyChat")}/call`, { token, body: { phone: "+442079460181" } }),
  );
  await service.settle();
}

async function failDelivery(service: Service, facts: Facts, outside: Outside): Promise<void> {
  const token = await service.logIn("kim");
  outside.refusesReplies = true;
  const body = { type: "text", text: "Hello Ann" };
  for (const [chat, name] of [
    ["annChat", "delivery"],
    ["janChat", "failed"],
  ] as const) {
    const { message } = must(await service.call("POST", `/api/chats/${facts.get(chat)}/messages`, { token, body }));
    facts.set(name, message.delivery?.id ?? "");
  }
  await service.pass(12_000);
  outside.refusesReplies = false;
}

async function comeAsVisitor(service: Service, facts: Facts, ending: Ending): Promise<void> {
  const socket = new WebSocket(`${service.url.replace("http", "ws")}/ws/widget`);
  ending.teardown(() => socket.terminate());
  const frames: Record<string, unknown>[] = [];
  const until = (type: string): Promise<Record<string, unknown>> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = frames.find((frame) => frame["type"] === type);
        if (found === undefined) return void socket.once("message", () => setImmediate(look));
        frames.length = 0;
        resolve(found);
      };
      look();
    });
  socket.on("message", (data) => frames.push(JSON.parse(String(data))));
  await new Promise((resolve) => socket.once("open", resolve));
  const ask = (frame: object): Promise<Record<string, unknown>> => {
    socket.send(JSON.stringify({ id: JSON.stringify(frame).slice(0, 60), ...frame }));
    return until("done");
  };
  socket.send(JSON.stringify({ type: "hello", widget: "WIDGETAPP1", page: { url: "https://shop.example.com/" } }));
  const { visitor } = await until("ready");
  facts.set("visitor", String(visitor));
  await ask({ type: "message", text: "I look at wheels" });
  await ask({ type: "offline_message", text: "Is it ready?", email: "tom@mailbox.example" });
  await service.settle();
  const token = await service.logIn("kim");
  const { chats } = must(await service.call("GET", "/api/chats?channel=WIDGETAPP1", { token }));
  facts.set("visitorChat", chats[0]?.id ?? "");
  must(await service.call("POST", `/api/chats/${chats[0]?.id}/accept`, { token }));
}

async function answerLeftMessage(service: Service, facts: Facts, outside: Outside): Promise<void> {
  const token = await service.logIn("kim");
  const { offlineMessages } = must(await service.call("GET", "/api/offline-messages", { token }));
  const left = offlineMessages[0]?.id ?? "";
  facts.set("left", left);
  outside.refusesMails = true;
  const body = { subject: "Hi", text: "It is ready." };
  const { offlineMessage } = must(await service.call("POST", `/api/offline-messages/${left}/answers`, { token, body }));
  await service.settle();
  outside.refusesMails = false;
  facts.set("leftAnswer", offlineMessage.answers[0]?.id ?? "");
}

async function makeOwnThings(service: Service, facts: Facts): Promise<void> {
  const [kim, ada] = [await service.logIn("kim"), await service.logIn("ada")];
  const reply = { shortcut: "hi", text: "Hello" };
  facts.set("canned", must(await service.call("POST", "/api/canned-replies", { token: kim, body: reply })).reply.id);
  const upload = await fetch(`${service.url}/api/chats/${facts.get("annChat")}/files?name=a.txt`, {
    method: "POST",
    headers: { authorization: `Bearer ${kim}`, "content-type": "text/plain" },
    body: "words",
  });
  const { file }: { readonly file: { readonly file: string } } = JSON.parse(await upload.text());
  const [, , fileToken = "", fileName = ""] = new URL(file.file).pathname.split("/");
  facts.set("fileToken", fileToken).set("fileName", fileName);
  const actor = await service.call("GET", `/api/inspect/actors/chat/${facts.get("annChat")}`, { token: ada });
  facts.set("chart", /"chart":"([^"]+)"/.exec(JSON.stringify(actor.body))?.[1] ?? "");
  const page = await (await fetch(`${service.url}/desk/`)).text();
  const [, folder = "", version = "", name = ""] = /\/assets\/([^/"]+)\/([^/"]+)\/([^/"]+)"/.exec(page) ?? [];
  facts.set("docsPage", "webhooks");
  facts.set("decisionsPage", "journal");
  facts.set("apiPage", "agents");
  facts.set("assetFolder", folder).set("assetVersion", version).set("assetName", name);
}

const page = (response: ServerResponse): void =>
  void response.writeHead(200, { "content-type": "text/html" }).end("<title>About me</title>");

/** Makes pictures and a page of another host, and a picture that the service stores. */
async function showPictures(service: Service, facts: Facts, ending: Ending): Promise<void> {
  const { url } = await openPictureHost(ending, { "/a.png": png, "/me": page });
  const photo = `${url}/a.png`;
  const sender = { id: "ann", photo };
  const message = { type: "text", text: `This is me: ${url}/me` };
  must(await service.call("POST", `/chat-api/${random}/MOBILEAPP1`, { body: { sender, message } }));
  const token = await service.logIn("ada");
  const said = must(await service.call("GET", `/api/chats/${facts.get("annChat")}/messages`, { token })).messages;
  facts.set("linkSeq", String(said.find(({ text }) => text.startsWith("This is me"))?.seq));
  must(await service.call("PATCH", `/api/agents/${agents.lee.id}`, { token, body: { photo } }));
  const key = await service.store.read("fact", ["picture-key"]);
  facts.set(
    "signature",
    createHmac("sha256", key?.text ?? "")
      .update(photo)
      .digest("base64url"),
  );
  facts.set("pictureAddress", Buffer.from(photo).toString("base64url"));
  const kept = await fetch(`${service.url}/api/agents/${agents.max.id}/photo`, {
    method: "PUT",
    headers: { authorization: `Bearer ${token}`, "content-type": "image/png" },
    body: png,
  });
  const { agent }: { readonly agent: { readonly photo: string } } = JSON.parse(await kept.text());
  facts.set("photoToken", new URL(agent.photo).pathname.split("/").at(-1) ?? "");
}
