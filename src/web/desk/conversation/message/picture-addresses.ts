import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { messagePicture, shownAt } from "../../parts/pictures.ts";
import { messageTexts } from "../../texts/en/message.ts";
import { isWebAddress } from "./links.ts";

const text = textsOf("message", messageTexts);

/** The addresses of a message that the page may load, in this order; invalid ones are omitted. */
export const pictureAddresses = (
  chatId: string,
  message: DeskMessage,
  fields: readonly ("file" | "thumb")[],
): readonly string[] =>
  fields.flatMap((field) => {
    const address = message[field] ?? "";
    return isWebAddress(address) ? (shownAt(messagePicture(chatId, message, field, address)) ?? []) : [];
  });

/** The kind of a picture, like "Photo", independent of the file's name. */
export function kindOf({ type }: Pick<DeskMessage, "type">): string {
  switch (type) {
    case "photo":
    case "sticker":
    case "video":
    case "audio":
    case "voice":
      return text(type);
    default:
      return text("document");
  }
}

export const nameOf = (message: Pick<DeskMessage, "type" | "file_name">): string =>
  message.file_name || kindOf(message);
