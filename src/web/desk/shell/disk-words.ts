import type { DeskDisk, DiskPart } from "../../../codec/desk/desk-surroundings.ts";
import { sizeOf } from "../parts/size-of.ts";

export interface DiskWords {
  readonly title: string;
  readonly details: string;
}

/** Where nothing comes from clients no chat begins either. */
const refusedWords = (refused: readonly DiskPart[]): string => {
  const parts = refused.filter((part) => part !== "chats" || !refused.includes("messages"));
  return listFormat.format(parts.flatMap((part) => nouns[part]));
};

const listFormat = new Intl.ListFormat("en", { type: "conjunction" });
const nouns: Readonly<Record<DiskPart, readonly string[]>> = {
  files: ["files"],
  chats: ["new chats", "new visitors"],
  messages: ["messages from clients"],
};

/** What a nearly full disk takes, and, for who can make room, what comes next; null while it takes nothing that concerns them. */
export function diskWords({ refused, next }: DeskDisk, isAdministrator: boolean): DiskWords | null {
  if (!isAdministrator) {
    if (refused.length === 0) return null;
    return { title: `The service's disk is nearly full: ${refusedWords(refused)} are refused.`, details: forAgents };
  }
  const title =
    refused.length === 0
      ? "The service's disk gets full. Nothing is refused yet."
      : `The service's disk is nearly full: ${refusedWords(refused)} are refused.`;
  if (next !== null) return { title, details: `${nextWords(next, refused)} Make room before.` };
  return {
    title,
    details: refused.includes("messages") ? "Agents alone are served. Make room on it." : "Make room on it.",
  };
}

const forAgents = "What you write is sent. Tell an administrator.";

const nextWords = ({ what, belowBytes }: NonNullable<DeskDisk["next"]>, refused: readonly DiskPart[]): string =>
  `With less than ${sizeOf(belowBytes)} free, ${listFormat.format(nouns[what])} ${refused.length === 0 ? "are refused." : "are refused as well."}`;
