import type { ErasureRecord } from "../../../../codec/admin/admin-client.ts";
import { currentLanguage, textsOf } from "../../../shared/language/texts.ts";
import { erasure } from "../../texts/en/erasure.ts";
import type { PersonAsked } from "./open-erasure.ts";

const text = textsOf("erasure", erasure);

/** Source: CH-27. */
const nameOfNameless = "Anonymous";

/** The texts of which one must be typed, so that no data are erased by mistake: the client's name, if it has one, or id. */
export const keysOf = ({ name, clientId }: PersonAsked): readonly string[] =>
  name === nameOfNameless || name === clientId ? [clientId] : [name, clientId];

export const isConfirmed = (typed: string, asked: PersonAsked): boolean =>
  keysOf(asked).map(fold).includes(fold(typed));

/** Ignores the encoding of letters, the number of spaces and the case, because the agent cannot see the first two. */
const fold = (text: string): string => text.normalize("NFKC").trim().replaceAll(/\s+/g, " ").toLowerCase();

type Counts = ErasureRecord["removed"];

const counted: readonly (keyof Counts)[] = ["chats", "messages", "files", "deliveries", "calls", "leftMessages"];

/** "2 chats, 7 messages and notes"; empty for nothing. */
export const removedWords = (removed: Counts): string =>
  new Intl.ListFormat(currentLanguage(), { type: "unit" }).format(
    counted.filter((key) => removed[key] > 0).map((key) => text(key, { n: removed[key] })),
  );
