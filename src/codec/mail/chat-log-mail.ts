import type { ChatRate } from "../../../machines/chat/chat.types.ts";
import type { ClientFacts, PageFacts } from "../../../machines/chat/client.types.ts";
import type { ChatId } from "../../../machines/ids.ts";
import type { ChatLogEntry } from "../../ports/chat-log-encoder.ts";
import { cleanText, cutCodePoints } from "../text/text.ts";

/** The facts about a closed chat that the mail shows before the log. Source: WH-26, WH-27. */
export interface ChatLogFacts {
  readonly chatId: ChatId;
  readonly channelName: string;
  readonly client: ClientFacts;
  /** The page on which the chat began. */
  readonly page: PageFacts | null;
  /** The agents who took part, in order. */
  readonly agentNames: readonly string[];
  readonly beganAtMs: number;
  readonly closedAtMs: number;
  readonly rate: ChatRate | null;
}

/** Source: CH-27. */
const nameless = "Anonymous";
const subjectNameMax = 100;
const indent = "    ";
/** All characters that a mail program may show as the end of a line. Source: Unicode, UAX 14. */
const lineEnd = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Always one line, for any texts in it, so that a text cannot end the header or start another one. */
export const chatLogSubject = ({ chatId, client, channelName }: ChatLogFacts): string =>
  `Chat ${chatId} with ${cutCodePoints(clientName(client), subjectNameMax)} (${cutCodePoints(oneLine(channelName), subjectNameMax)})`;

/** The lines above the log. A fact that is not known has no line. */
export function chatLogHead(facts: ChatLogFacts): string {
  const { channelName, client, page, agentNames, beganAtMs, closedAtMs, rate } = facts;
  const lines: readonly (readonly [string, string | null])[] = [
    ["Channel", oneLine(channelName)],
    ["Client", clientName(client)],
    ["E-mail", client.email],
    ["Phone", client.phone],
    ["Description", client.description],
    ["Visitor number", String(client.number)],
    ["Page", page === null ? null : pageText(page)],
    ["Agents", agentNames.length === 0 ? null : agentNames.map(oneLine).join(", ")],
    ["Began", new Date(beganAtMs).toISOString()],
    ["Closed", new Date(closedAtMs).toISOString()],
    ["Rating", rate],
  ];
  return lines.flatMap(([title, text]) => (text === null ? [] : [`${title}: ${indented(text)}`])).join("\n");
}

/** One entry: `2026-11-20 18:03 UTC  Tomas Berg: …`. Further lines are indented, so that they do not look like another entry. */
export function chatLogLine({ message, timestamp, blacklisted }: ChatLogEntry, name: string): string {
  const at = new Date(timestamp * 1_000).toISOString();
  const mark = blacklisted === true ? " (blacklisted)" : "";
  return `${at.slice(0, 10)} ${at.slice(11, 16)} UTC  ${oneLine(name)}${mark}: ${indented(message)}`;
}

/** The last line of a log that is longer than a mail may be. */
export const chatLogRest = (count: number): string =>
  `The log is too long for a mail: ${count} more ${count === 1 ? "entry is" : "entries are"} not shown.`;

export const clientName = ({ name }: ClientFacts): string => oneLine(name ?? "") || nameless;

const pageText = ({ url, title }: PageFacts): string => oneLine(title === null ? url : `${url} (${title})`);

const oneLine = (text: string): string => cleanText(text.split(lineEnd).join(" ")).replaceAll(/\s+/g, " ").trim();

const indented = (text: string): string => text.split(lineEnd).map(cleanText).join(`\n${indent}`);
