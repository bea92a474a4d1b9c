import type { Test } from "tap";
import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { Service, ServiceOptions } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import type { AgentName } from "../../harness/service-config.ts";
import { bot } from "../../harness/service-config.ts";
import type { ChatOf } from "../chat-of.ts";

/** A service whose channel has a bot, and the agent keyword "human". */
export const startWithBot = (
  t: Test,
  change: Partial<ChannelSettings> = {},
  options: ServiceOptions = {},
): Promise<Service> =>
  startService(t, {
    ...options,
    limits: { botPerSecond: 10_000, botBurst: 10_000, ...options.limits },
    channels: { MOBILEAPP1: { bot, agentKeywords: ["human"], ...change } },
  });

/** Posts an event of the provider, which must be answered 200. */
async function postEvent(service: Service, event: object): Promise<void> {
  const path = `/bots/webhooks/${bot.providerId}/${bot.token}`;
  const { status, body } = await service.call("POST", path, { body: event });
  if (status !== 200) throw new Error(`Expected 200, got ${status} ${JSON.stringify(body)}`);
  await service.settle();
}

/** The bot sends a message to the chat: the `message` of its event. */
export const botSays = (service: Service, chatId: string, message: object): Promise<void> =>
  postEvent(service, { event: "BOT_MESSAGE", chat_id: chatId, message });

export const botInvites = (service: Service, chatId: string): Promise<void> =>
  postEvent(service, { event: "INVITE_AGENT", chat_id: chatId });

/** The events that the bot received, each once, as text. */
export const toldToBot = (service: Service): readonly string[] =>
  service.botAttempts
    .filter(({ attempt }) => attempt === 1)
    .map(({ event }) => (event.event === "CLIENT_MESSAGE" ? `CLIENT_MESSAGE ${event.text}` : event.event));

/** The bot accepts all its events, and the events that follow from them. */
export async function botTakes(service: Service): Promise<void> {
  for (let taken = -1; taken < service.botAttempts.length; ) {
    taken = service.botAttempts.length;
    for (const attempt of service.botAttempts) attempt.answer();
    await service.settle();
  }
}

/** A chat of the client that began with the bot, which has accepted its events. */
export async function chatWithBot(service: Service, name: AgentName, sender = "7", text = "Hello"): Promise<ChatOf> {
  const token = await service.logIn(name);
  await service.say(sender, text);
  await botTakes(service);
  const { chats } = (await service.call("GET", "/api/chats?state=with_bot", { token })).body;
  const id = chats[0]?.id ?? "no chat is with the bot";
  return chatAs(service, name, id);
}

/** The same chat for another agent. */
export async function chatAs(service: Service, name: AgentName, id: string): Promise<ChatOf> {
  const token = await service.logIn(name);
  const step: ChatOf["step"] = (path, body, headers = {}) =>
    service.call("POST", `/api/chats/${id}/${path}`, { token, body, headers });
  return { id, token, step, reply: (text) => step("messages", { type: "text", text }) };
}

/** The state and messages of a chat, as its agents read them. */
export async function readBotChat(service: Service, id: string) {
  const token = await service.logIn("kim");
  const { chat } = (await service.call("GET", `/api/chats/${id}`, { token })).body;
  const { messages } = (await service.call("GET", `/api/chats/${id}/messages`, { token })).body;
  return { chat, messages, lines: messages.map(({ from, type, text }) => `${from} ${type}: ${text}`) };
}
