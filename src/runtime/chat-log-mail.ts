import type { ChatId } from "../../machines/ids.ts";
import type { OutboundMail } from "../ports/mailer.ts";
import type { Store } from "../ports/store.ts";
import type { Directory } from "./directory.ts";
import { readChat } from "./views.ts";
import { chatLogPages } from "./webhook-body.ts";

interface ComposeParts {
  readonly directory: Directory;
  readonly store: Pick<Store, "read" | "scan">;
}

/** The log of a chat as a mail, contact info included; `null` when the chat is gone. Source: WH-26, WH-27. */
export async function composeChatLog(
  chatId: ChatId,
  messagesUpTo: number,
  { directory, store }: ComposeParts,
): Promise<Pick<OutboundMail, "subject" | "text"> | null> {
  const chat = readChat(store, chatId);
  if (chat === undefined) return null;
  const { client, channelId } = chat.context;
  const name = client.name ?? "Anonymous";
  const lines: string[] = [];
  for await (const entries of chatLogPages(chatId, messagesUpTo, store)) {
    for (const { message, type, timestamp } of entries) {
      lines.push(`${new Date(timestamp * 1_000).toISOString()} ${type === "visitor" ? name : "Agent"}: ${message}`);
    }
  }
  const contact = [client.name, client.email, client.phone, client.description].filter((value) => value !== null);
  const channel = directory.findEver(channelId)?.settings.name ?? channelId;
  return { subject: `Chat ${chatId} with ${name} on ${channel}`, text: [...contact, "", ...lines].join("\n") };
}
