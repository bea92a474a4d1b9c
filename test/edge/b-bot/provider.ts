import type { Test } from "tap";
import type { BotSettings, ChannelSettings } from "../../../machines/channel/channel.types.ts";
import type { DeskMessage } from "../../../src/codec/desk/desk.ts";
import { configureChannel } from "../../../src/domain/configure.ts";
import { settingsOf } from "../../harness/customer.ts";
import type { ApiAnswer, Service, ServiceOptions } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { bot } from "../../harness/service-config.ts";

export const accepted = { result: "ok" };

/** The path to which the provider of a channel's bot posts. */
export const pathOf = ({ providerId, token }: BotSettings = bot, form = "webhooks"): string =>
  `/bots/${form}/${encodeURIComponent(providerId)}/${encodeURIComponent(token)}`;
export const botPath = pathOf();
export const otherBot: BotSettings = { ...bot, providerId: "other-bots", token: "0th3r", name: "Other" };

/** Starts a service in which `MOBILEAPP1` has a bot, and the client `7` has chat number 1, which the bot has received. */
export async function startWithBot(t: Test, options: ServiceOptions = {}): Promise<Service> {
  const service = await startService(t, {
    channels: { MOBILEAPP1: { bot } },
    ...options,
    limits: { botPerSecond: 10_000, botBurst: 10_000, ...options.limits },
  });
  await service.say("7", "Hello");
  await service.settle();
  return service;
}

export const setUp = (service: Service, id: string, change: Partial<ChannelSettings>): Promise<void> =>
  configureChannel(service.app.runtime, { ...settingsOf(service, id), ...change });

/** Posts as the bot of `MOBILEAPP1` and returns the answer of any status. A string is sent unchanged. */
export const post = (
  service: Service,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer> => service.call("POST", botPath, { body, headers });

export const says = (text: unknown, more: object = {}): object => ({
  event: "BOT_MESSAGE",
  chat_id: "1",
  message: { type: "TEXT", text },
  ...more,
});
export const message = (fields: object): object => ({ event: "BOT_MESSAGE", chat_id: "1", message: fields });
export const invites = (more: object = {}): object => ({ event: "INVITE_AGENT", chat_id: "1", ...more });

/** The messages of a chat, as administrators see them. */
export async function messagesOf(service: Service, chatId = "1"): Promise<readonly DeskMessage[]> {
  const token = await service.logIn("ada");
  const messages: DeskMessage[] = [];
  for (let after = 0; ; after = messages.at(-1)?.seq ?? 0) {
    const page = await service.call("GET", `/api/chats/${chatId}/messages?after=${after}`, { token });
    if (page.body.messages.length === 0) return messages;
    messages.push(...page.body.messages);
  }
}

/** The messages of the bot in a chat, in order. */
export const saidBy = async (service: Service, chatId = "1"): Promise<readonly string[]> =>
  (await messagesOf(service, chatId)).filter(({ from }) => from === "bot").map(({ text }) => text);

export const stateOf = async (service: Service, chatId = "1"): Promise<string> =>
  (await service.call("GET", `/api/chats/${chatId}`, { token: await service.logIn("ada") })).body.chat.state;
