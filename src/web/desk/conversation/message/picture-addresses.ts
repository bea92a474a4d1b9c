import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import { messagePicture, shownAt } from "../../parts/pictures.ts";
import { isWebAddress } from "./links.ts";

/** What the page may load of a message, in this order; an address that is none is left out. */
export const pictureAddresses = (
  chatId: string,
  message: DeskMessage,
  fields: readonly ("file" | "thumb")[],
): readonly string[] =>
  fields.flatMap((field) => {
    const address = message[field] ?? "";
    return isWebAddress(address) ? (shownAt(messagePicture(chatId, message, field, address)) ?? []) : [];
  });

const names: Readonly<Record<string, string>> = {
  photo: "Photo",
  sticker: "Sticker",
  video: "Video",
  audio: "Audio",
  voice: "Voice message",
  document: "File",
};

/** "Photo", whatever its file is called. */
export const kindOf = ({ type }: Pick<DeskMessage, "type">): string => names[type] ?? "File";

export const nameOf = (message: Pick<DeskMessage, "type" | "file_name">): string =>
  message.file_name || kindOf(message);
