import type { ChatContext } from "../../../machines/chat/chat.types.ts";
import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import type { ChannelId } from "../../../machines/ids.ts";
import type { VisitorAgent, VisitorChat, VisitorMessage } from "../../codec/visitor/visitor.ts";
import { toVisitorChat, toVisitorMessage } from "../../codec/visitor/visitor.ts";
import { signatureOf } from "../bot/bot-inbox.ts";
import type { BotProviders } from "../bot/providers.ts";
import type { Directory } from "../directory.ts";
import type { VisitorPictures } from "./visitor-pictures.ts";

/** Chats and messages in their form for visitors' pages. */
export interface VisitorViews {
  /** A chat as its visitor's page gets it. */
  toChat(context: ChatContext, state: string): VisitorChat;
  /** A message with its author; `null` if visitors may not see it. */
  toMessage(message: ChatMessage, channelId: ChannelId): VisitorMessage | null;
  /** The same for a visitor's own message, which needs no author. */
  toOwnMessage(message: ChatMessage): VisitorMessage | null;
}

export interface VisitorViewsParts {
  readonly providers: Pick<BotProviders, "find">;
  readonly directory: Pick<Directory, "find" | "agentEver">;
  readonly visitorPictures: VisitorPictures;
}

export function createVisitorViews(parts: VisitorViewsParts): VisitorViews {
  const { visitorPictures: pictures } = parts;
  const toMessageBy = (message: ChatMessage, writer: VisitorAgent | null): VisitorMessage | null => {
    const shown = toVisitorMessage(message, withPhoto(writer, pictures));
    return shown === null ? null : withPicture(shown, pictures);
  };
  return {
    toChat(context, state) {
      const chat = toVisitorChat(context, state);
      return { ...chat, agent: withPhoto(chat.agent, pictures) };
    },
    toMessage: (message, channelId) => toMessageBy(message, writerOf(message, channelId, parts)),
    toOwnMessage: (message) => toMessageBy(message, null),
  };
}

function writerOf(
  { from, agentId }: ChatMessage,
  channelId: ChannelId,
  { providers, directory }: VisitorViewsParts,
): VisitorAgent | null {
  const bot = from === "bot" ? directory.find(channelId)?.settings.bot : null;
  if (bot) return signatureOf(bot, providers);
  const agent = from === "agent" && agentId !== null ? directory.agentEver(agentId) : undefined;
  return agent === undefined ? null : agent.profile;
}

const withPhoto = (agent: VisitorAgent | null, pictures: VisitorPictures): VisitorAgent | null =>
  agent === null ? null : { name: agent.name, photo: agent.photo === null ? null : pictures.addressOf(agent.photo) };

/** A picture that is not shown becomes a link to the file. The page does not receive the address of a preview that is not shown. */
function withPicture({ thumb, ...message }: VisitorMessage, pictures: VisitorPictures): VisitorMessage {
  const preview = thumb === undefined ? null : pictures.addressOf(thumb);
  const shown = preview === null ? message : { ...message, thumb: preview };
  const { type, file } = message;
  if (file === undefined || (type !== "photo" && type !== "sticker")) return shown;
  const address = pictures.addressOf(file);
  return address === null ? { ...shown, type: "document" } : { ...shown, file: address };
}
