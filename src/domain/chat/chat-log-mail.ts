import { pageOf } from "../../../machines/chat/changes.ts";
import type { ChatId } from "../../../machines/ids.ts";
import type { LogMailCargo } from "../../../machines/tells.ts";
import type { ChatLogFacts } from "../../codec/mail/chat-log-mail.ts";
import { chatLogHead, chatLogLine, chatLogRest, chatLogSubject, clientName } from "../../codec/mail/chat-log-mail.ts";
import type { Limits } from "../../config/limits.ts";
import { asAgentId } from "../../core/ids.ts";
import type { ChatLogEntry } from "../../ports/chat-log-encoder.ts";
import type { OutboundMail } from "../../ports/mailer.ts";
import type { ReadRows } from "../../ports/store.ts";
import type { Directory } from "../directory.ts";
import { chatLogPages } from "../webhooks/webhook-body.ts";
import type { ChatView } from "./queries/chat-queries.ts";
import { readChat } from "./queries/chat-queries.ts";

/**
 * Composes the log of a chat until its close as a mail, with contact data, in separate turns of the event loop. Resolves with
 * `null` when the chat was deleted. The mail is the same in every attempt, unless somebody is renamed or the chat is opened again:
 * then its head has the present data. Source: WH-26, WH-27.
 */
export async function composeChatLog(
  chatId: ChatId,
  { messagesUpTo, closedAtMs }: Pick<LogMailCargo, "messagesUpTo" | "closedAtMs">,
  directory: Directory,
  store: ReadRows,
  limits: Limits,
): Promise<Pick<OutboundMail, "subject" | "text" | "dateMs"> | null> {
  const chat = await readChat(store, chatId);
  if (chat === undefined) return null;
  const facts = factsOf(chat, directory, closedAtMs);
  const nameOf = namesIn(chat, directory);
  const text = createCappedText([chatLogHead(facts), ""], limits.chatLogMailBytesMax);
  for await (const entries of chatLogPages(chatId, messagesUpTo, store)) {
    for (const entry of entries) text.add(() => chatLogLine(entry, nameOf(entry)));
  }
  return { subject: chatLogSubject(facts), text: text.toString(), dateMs: facts.closedAtMs };
}

function factsOf({ context }: ChatView, directory: Directory, closedAtMs: number | undefined): ChatLogFacts {
  const { id: chatId, channelId, client, visit, agentIds, createdAtMs, updatedAtMs } = context;
  const { firstPage, rate } = visit;
  return {
    chatId,
    channelName: directory.findEver(channelId)?.settings.name ?? channelId,
    client,
    page: firstPage ?? pageOf(client),
    agentNames: agentIds.map((id) => agentName(id, directory)),
    beganAtMs: createdAtMs,
    closedAtMs: closedAtMs ?? context.closedAtMs ?? updatedAtMs,
    rate,
  };
}

function namesIn({ context }: ChatView, directory: Directory): (entry: ChatLogEntry) => string {
  const client = clientName(context.client);
  const bot = directory.findEver(context.channelId)?.settings.bot?.name ?? "Bot";
  return ({ type, agent_id: agentId = 0 }) => {
    if (type === "visitor") return client;
    return agentId === 0 ? bot : agentName(agentId, directory);
  };
}

const agentName = (id: number, directory: Directory): string =>
  directory.agentEver(asAgentId(id))?.profile.name ?? `Agent ${id}`;

/** Collects lines up to the limit, and counts the lines beyond it. */
function createCappedText(head: readonly string[], bytesMax: number) {
  const lines = [...head];
  let bytes = Buffer.byteLength(head.join("\n"));
  let leftOut = 0;
  return {
    add(makeLine: () => string): void {
      const line = leftOut === 0 ? makeLine() : "";
      bytes += Buffer.byteLength(line) + 1;
      if (leftOut === 0 && bytes <= bytesMax) lines.push(line);
      else leftOut += 1;
    },
    toString: (): string => [...lines, ...(leftOut === 0 ? [] : [chatLogRest(leftOut)]), ""].join("\n"),
  };
}
