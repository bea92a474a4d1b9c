import type { ChatContext } from "../../machines/chat/chat.types.ts";
import type { ChatMessage } from "../../machines/chat/message.types.ts";
import type { Directory } from "../domain/directory.ts";

/** Returns the searchable texts besides the messages: the client's data and the participants. */
export const factTexts = (directory: Directory, context: ChatContext): readonly string[] => [
  ...clientTexts(context),
  ...agentNames(directory, context),
];

function clientTexts({ client }: ChatContext): readonly string[] {
  const { senderId, name, email, phone, description, url } = client;
  const texts = [name, email, phone, digitsOf(phone), senderId, description, url, decoded(url)];
  return texts.filter((text) => text !== null);
}

/** A phone number is found by its digits, in any written form. */
const digitsOf = (phone: string | null): string | null => phone?.replace(/\D/g, "") ?? null;

/** Returns an address in the form that people read. */
function decoded(url: string | null): string | null {
  if (url === null || !url.includes("%")) return null;
  try {
    return decodeURIComponent(url);
  } catch (error) {
    if (error instanceof URIError) return null;
    throw error;
  }
}

const agentNames = (directory: Directory, context: ChatContext): readonly string[] =>
  context.agentIds.flatMap((id) => directory.agentEver(id)?.profile.name ?? []);

/** Returns the searchable text of a message. */
export function messageTexts({ content: { text, fallback, buttons = [], media } }: ChatMessage): readonly string[] {
  const answers = buttons.map((button) => button.text);
  return [text, fallback, ...answers, media?.file_name, media?.title, media?.performer].flatMap((part) => part || []);
}
