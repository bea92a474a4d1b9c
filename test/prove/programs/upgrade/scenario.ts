import { identitySecret, sign } from "../../../visitors/visitor-tokens.ts";
import type { KeptContents, StoredChat, StoredFile, WaitingDelivery } from "./contents.types.ts";
import type { Body, PlayedService } from "./played-service.ts";
import { pageOrigin, until } from "./played-service.ts";

const kim = { id: 1, name: "Kim", email: "kim@example.com", password: "correct horse battery" };
const random = "3b6fA0aaaaaaaaaaaaaaaa";
const provedId = "customer/4711";
const botToken = "t0k3n-t0k3n-t0k3n-t0k3n";

const apiChannel = (id: string, webhookUrl: string, more: object = {}): object => ({
  id,
  kind: "api",
  name: id,
  random,
  webhookUrl,
  agents: [1],
  ...more,
});

/** The config file. The peer at `peerUrl` accepts everything except requests to `/down`. */
export const configOf = (peerUrl: string): object => ({
  agents: [{ ...kim, role: "admin" }],
  providers: [{ id: "acme-bots", name: "Acme Bots" }],
  channels: channelsOf(peerUrl),
  outbound: { allow: ["127.0.0.0/8"], allowHttp: true },
});

const channelsOf = (peerUrl: string): readonly object[] => [
  apiChannel("MOBILEAPP1", `${peerUrl}/shop`),
  apiChannel("DOWNSHOP01", `${peerUrl}/down`),
  apiChannel("BOTSHOP001", `${peerUrl}/shop`, {
    bot: { provider: "acme-bots", endpoint: `${peerUrl}/bot`, token: botToken },
  }),
  apiChannel("HOOKSHOP01", `${peerUrl}/shop`, { webhooks: { url: `${peerUrl}/down` } }),
  {
    ...{ id: "WEBSITE001", kind: "widget", name: "Web site", agents: [1], allowedOrigins: [pageOrigin] },
    identity: { secret: identitySecret },
  },
  { id: "NIGHTSITE1", kind: "widget", name: "Nobody there", agents: [], allowedOrigins: [pageOrigin] },
];

/** Plays people and machines. */
export async function playScenario(service: PlayedService): Promise<KeptContents> {
  const { token } = await service.call("POST", "/api/session", { email: kim.email, password: kim.password });
  const desk = await service.enter("/ws/desk", { token, available: true });
  const scene = new Scene(service, token);
  await scene.closedChat();
  await scene.archive();
  await scene.agentChat();
  await scene.sentFile();
  await scene.waitingDelivery();
  await scene.botChat();
  await scene.waitingEvent();
  await scene.widgetChat();
  await scene.leftMessage();
  await scene.waitingChat();
  await scene.apiKey();
  desk.socket.terminate();
  return scene.contents();
}

class Scene {
  readonly #service: PlayedService;
  readonly #token: string;
  readonly #chats: StoredChat[] = [];
  readonly #waiting: WaitingDelivery[] = [];
  readonly #archived: string[] = [];
  readonly #left: string[] = [];
  #file: StoredFile | null = null;
  #apiKey = "";

  constructor(service: PlayedService, token: string) {
    this.#service = service;
    this.#token = token;
  }

  contents(): KeptContents {
    const [chats, waiting, archived] = [this.#chats, this.#waiting, this.#archived];
    const [left, file, apiKey] = [this.#left, this.#file, this.#apiKey];
    return { atMs: Date.now(), chats, waiting, archived, left, file, apiKey, provedId };
  }

  async closedChat(): Promise<void> {
    const texts = ["Where is my violet parcel?", "It arrives on Monday, Anna."] as const;
    const chat = await this.#accepted("MOBILEAPP1", "anna", texts[0]);
    await this.#reply(chat, texts[1], "delivered");
    await this.#call("POST", `/api/chats/${chat}/close`, {});
    this.#chats.push({ channelId: "MOBILEAPP1", state: "closed", texts });
  }

  async archive(): Promise<void> {
    await until("the archive", async () => {
      const { chats } = await this.#call("GET", "/api/archive?q=violet");
      return chats.length > 0 ? true : undefined;
    });
    this.#archived.push("violet");
  }

  async agentChat(): Promise<void> {
    const texts = ["Do you take back a piano?", "Yes, within a month."] as const;
    await this.#reply(await this.#accepted("MOBILEAPP1", 7, texts[0]), texts[1], "delivered");
    this.#chats.push({ channelId: "MOBILEAPP1", state: "with_agent", texts });
  }

  async sentFile(): Promise<void> {
    const text = "Terms of return";
    const chat = await this.#openChat("MOBILEAPP1");
    const options = { token: this.#token, contentType: "text/plain" };
    const { file } = await this.#service.call("POST", `/api/chats/${chat}/files?name=terms.txt`, text, options);
    await this.#call("POST", `/api/chats/${chat}/messages`, file);
    this.#file = { path: new URL(file.file).pathname, text };
  }

  async waitingDelivery(): Promise<void> {
    const texts = ["Is anybody there?", "I am here, Dora."] as const;
    await this.#reply(await this.#accepted("DOWNSHOP01", "dora", texts[0]), texts[1], null);
    this.#chats.push({ channelId: "DOWNSHOP01", state: "with_agent", texts });
    this.#waiting.push({ kind: "message", channelId: "DOWNSHOP01" });
  }

  async botChat(): Promise<void> {
    const texts = ["Is a robot there?", "I am the robot."] as const;
    await this.#say("BOTSHOP001", "bert", texts[0]);
    const id = await this.#openChat("BOTSHOP001");
    const { chat } = await this.#call("GET", `/api/chats/${id}`);
    if (chat.state !== "with_bot") throw new Error(`the chat is ${chat.state}`);
    const message = { type: "TEXT", text: texts[1], timestamp: 1_795_165_202 };
    const event = { event: "BOT_MESSAGE", id: "e1", client_id: String(chat.client.number), chat_id: id, message };
    await this.#service.call("POST", `/bots/webhooks/acme-bots/${botToken}`, event);
    this.#chats.push({ channelId: "BOTSHOP001", state: chat.state, texts });
  }

  async waitingEvent(): Promise<void> {
    const texts = ["Please note this."] as const;
    const chat = await this.#accepted("HOOKSHOP01", "hugo", texts[0]);
    this.#chats.push({ channelId: "HOOKSHOP01", state: "with_agent", texts });
    await until("an event", async () => {
      const { deliveries } = await this.#call("GET", `/api/deliveries?chat=${chat}&kind=webhook`);
      return deliveries.length > 0 ? true : undefined;
    });
    this.#waiting.push({ kind: "event", channelId: "HOOKSHOP01" });
  }

  async widgetChat(): Promise<void> {
    const text = "Hello from the page.";
    const exp = Math.floor(Date.now() / 1_000) + 60;
    const identity = await sign({ sub: provedId, aud: "WEBSITE001", exp, name: "Wanda" });
    const { socket } = await this.#service.enter("/ws/widget", { widget: "WEBSITE001", identity });
    socket.send(JSON.stringify({ type: "message", id: "m1", text }));
    await this.#openChat("WEBSITE001");
    socket.terminate();
    this.#chats.push({ channelId: "WEBSITE001", state: "waiting", texts: [text] });
  }

  async leftMessage(): Promise<void> {
    const text = "Call me when you are back.";
    const { socket } = await this.#service.enter("/ws/widget", { widget: "NIGHTSITE1" });
    socket.send(JSON.stringify({ type: "offline_message", id: "o1", text, email: "lea@example.com" }));
    await until("the message that was left", async () => {
      const { offlineMessages } = await this.#call("GET", "/api/offline-messages");
      return offlineMessages.length > 0 ? true : undefined;
    });
    socket.terminate();
    this.#left.push(text);
  }

  async waitingChat(): Promise<void> {
    await this.#say("MOBILEAPP1", "carl", "I wait.");
    this.#chats.push({ channelId: "MOBILEAPP1", state: "waiting", texts: ["I wait."] });
  }

  async apiKey(): Promise<void> {
    const { key } = await this.#call("POST", "/api/keys", { name: "import", scopes: ["chats:read"] });
    this.#apiKey = key;
  }

  #call(method: string, path: string, body?: unknown): Promise<Body> {
    return this.#service.call(method, path, body, { token: this.#token });
  }

  async #say(channelId: string, id: string | number, text: string): Promise<void> {
    const body = { sender: { id }, message: { type: "text", text } };
    await this.#service.call("POST", `/chat-api/${random}/${channelId}`, body);
  }

  #openChat(channelId: string): Promise<string> {
    return until(`a chat of ${channelId}`, async () => {
      const { chats } = await this.#call("GET", `/api/chats?channel=${channelId}`);
      return chats.find((chat: Body) => chat.state !== "closed")?.id;
    });
  }

  async #accepted(channelId: string, id: string | number, text: string): Promise<string> {
    await this.#say(channelId, id, text);
    const chat = await this.#openChat(channelId);
    await this.#call("POST", `/api/chats/${chat}/accept`, {});
    return chat;
  }

  /** `state` is the expected final state of the delivery. */
  async #reply(chat: string, text: string, state: string | null): Promise<void> {
    await this.#call("POST", `/api/chats/${chat}/messages`, { type: "text", text });
    if (state === null) return;
    await until(`${text}: ${state}`, async () => {
      const { messages } = await this.#call("GET", `/api/chats/${chat}/messages`);
      const found = messages.find((message: Body) => message.text === text);
      return found?.delivery?.state === state ? true : undefined;
    });
  }
}
