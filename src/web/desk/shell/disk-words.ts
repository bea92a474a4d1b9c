import type { DeskDisk, DiskPart } from "../../../codec/desk/desk-surroundings.ts";
import { currentLanguage, textsOf } from "../../shared/language/texts.ts";
import { sizeOf } from "../parts/size-of.ts";
import { shell } from "../texts/en/shell.ts";

const text = textsOf("shell", shell);

export interface DiskWords {
  readonly title: string;
  readonly details: string;
}

/** Without client messages no chat can start either, so that one text is enough. */
const refusedWords = (refused: readonly DiskPart[]): string => {
  const parts = refused.filter((part) => part !== "chats" || !refused.includes("messages"));
  return listed(parts.flatMap((part) => nouns[part]));
};

const nouns = {
  files: ["diskFiles"],
  chats: ["diskChats", "diskVisitors"],
  messages: ["diskMessages"],
} as const satisfies Readonly<Record<DiskPart, readonly (keyof typeof shell)[]>>;

const listed = (keys: readonly (typeof nouns)[DiskPart][number][]): string =>
  new Intl.ListFormat(currentLanguage(), { type: "conjunction" }).format(keys.map((key) => text(key)));

/** The limits of a nearly full disk and, for administrators, the next limit; null while no limit concerns the agent. */
export function diskWords({ refused, next }: DeskDisk, isAdministrator: boolean): DiskWords | null {
  if (!isAdministrator) {
    if (refused.length === 0) return null;
    return { title: text("diskRefuses", { refused: refusedWords(refused) }), details: text("diskForAgents") };
  }
  const title = refused.length === 0 ? text("diskGetsFull") : text("diskRefuses", { refused: refusedWords(refused) });
  if (next !== null) return { title, details: nextWords(next, refused) };
  return { title, details: text(refused.includes("messages") ? "diskAgentsAlone" : "diskMakeRoom") };
}

const nextWords = ({ what, belowBytes }: NonNullable<DeskDisk["next"]>, refused: readonly DiskPart[]): string =>
  text(refused.length === 0 ? "diskNext" : "diskNextAsWell", {
    size: sizeOf(belowBytes),
    refused: listed(nouns[what]),
  });
