import type { DeskMessage } from "../../../../codec/desk/desk.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { messagePicture, shownAt } from "../../parts/pictures.ts";
import { sizeOf } from "../../parts/size-of.ts";
import { messageTexts } from "../../texts/en/message.ts";

const secondsOfMinute = 60;
const secondsOfHour = 3_600;

/** "3:05", "1:00:07". */
export function lengthOf(seconds: number): string {
  const [hours, rest] = [Math.floor(seconds / secondsOfHour), Math.round(seconds % secondsOfHour)];
  const minutes = Math.floor(rest / secondsOfMinute);
  const padded = (value: number): string => String(value).padStart(2, "0");
  const ofHour = `${hours > 0 ? padded(minutes) : minutes}:${padded(rest % secondsOfMinute)}`;
  return hours > 0 ? `${hours}:${ofHour}` : ofHour;
}

/** The facts of a file besides its name: "Queen – One Vision · 3:05 · 482 kB". Source: CH-52. */
export function factsOf({ performer, title, duration, width, height, file_size }: DeskMessage): string {
  const name = [performer, title].filter(Boolean).join(" – ");
  return [
    name,
    duration !== undefined && lengthOf(duration),
    width !== undefined && height !== undefined && `${width} × ${height}`,
    file_size !== undefined && sizeOf(file_size),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Returns for example "52.52, 13.405", with as many digits as a map can show. */
export const coordinatesOf = (latitude: number, longitude: number): string =>
  [latitude, longitude].map((degrees) => String(Number(degrees.toFixed(6)))).join(", ");

/** The link of a map with a mark at the place; nothing is fetched before a click. */
export const mapOf = (latitude: number, longitude: number): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;

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

export const nameOf = (message: DeskMessage): string => message.file_name || kindOf(message);

/** Whether the address may become a link. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url);

/** The state of one message's buttons. */
export interface ButtonsState {
  readonly isLive: boolean;
  /** The clicked button; null without a click, or when the clicked one is unknown. */
  readonly clicked: number | null;
}

/**
 * The states of a chat's buttons, by the message's seq. The last ones are live until a click, the client's next
 * message, other buttons, or the end of the chat. Source: BOT-42.
 */
export function buttonStates(messages: readonly DeskMessage[], isOpen: boolean): ReadonlyMap<number, ButtonsState> {
  const states = new Map<number, ButtonsState>();
  let live: DeskMessage | null = null;
  for (const message of messages) {
    if (message.type === "buttons") states.set(message.seq, { isLive: false, clicked: null });
    if (message.type === "buttons" && !message.hidden) live = message;
    if (message.from !== "client" || live === null) continue;
    const clicked = message.buttonId === null ? -1 : live.buttons.findIndex(({ id }) => id === message.buttonId);
    states.set(live.seq, { isLive: false, clicked: clicked < 0 ? null : clicked });
    live = null;
  }
  if (live !== null && isOpen) states.set(live.seq, { isLive: true, clicked: null });
  return states;
}
