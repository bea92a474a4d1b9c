import type { ErasureRecord } from "../../../../codec/admin/admin-client.ts";
import type { PersonAsked } from "./open-erasure.ts";

/** Source: CH-27. */
const nameOfNameless = "Anonymous";

/** What has to be typed, either of them, so that nobody's data go by a slip: the client's name, where there is one, or id. */
export const keysOf = ({ name, clientId }: PersonAsked): readonly string[] =>
  name === nameOfNameless || name === clientId ? [clientId] : [name, clientId];

export const isConfirmed = (typed: string, asked: PersonAsked): boolean =>
  keysOf(asked).map(fold).includes(fold(typed));

/** Who types a name sees neither how its letters are stored nor how many blanks stand in it. */
const fold = (text: string): string => text.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();

type Counts = ErasureRecord["removed"];

const nouns: Readonly<Record<keyof Counts, readonly [one: string, many: string]>> = {
  chats: ["chat", "chats"],
  messages: ["message or note", "messages and notes"],
  files: ["file", "files"],
  deliveries: ["delivery", "deliveries"],
  calls: ["call", "calls"],
  leftMessages: ["left message", "left messages"],
};

/** "2 chats, 7 messages and notes"; empty for nothing. */
export const removedWords = (removed: Counts): string =>
  (Object.keys(nouns) as (keyof Counts)[])
    .filter((key) => removed[key] > 0)
    .map((key) => `${new Intl.NumberFormat().format(removed[key])} ${nouns[key][removed[key] === 1 ? 0 : 1]}`)
    .join(", ");
