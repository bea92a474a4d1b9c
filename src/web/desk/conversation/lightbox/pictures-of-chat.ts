import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import { nameOf, pictureAddresses } from "../message/picture-addresses.ts";

export interface ChatPicture {
  readonly seq: number;
  readonly name: string;
  /** The text of its message. */
  readonly caption: string;
  /** The addresses that the page may load, the picture itself first. */
  readonly addresses: readonly string[];
  /** The address from its sender. */
  readonly file: string;
  readonly atMs: number;
}

/** Every picture of a chat that can be shown here, in order. */
export const picturesOfChat = (chatId: string, messages: readonly DeskMessage[]): readonly ChatPicture[] =>
  messages.flatMap((message) => {
    if (message.type !== "photo" && message.type !== "sticker") return [];
    const addresses = pictureAddresses(chatId, message, ["file", "thumb"]);
    if (addresses.length === 0) return [];
    const { seq, text: caption, file = "", at: atMs } = message;
    return [{ seq, name: nameOf(message), caption, addresses, file, atMs }];
  });
