import { at, textAt } from "../json.ts";

const fileKinds = ["photo", "video", "audio", "voice", "document"] as const;
export type FileKind = (typeof fileKinds)[number];

/** A file an agent sent, as the page shows it. */
export interface SentFile {
  readonly kind: FileKind;
  /** Null where the link is none that a page may offer. */
  readonly url: string | null;
  readonly name: string;
  readonly sizeBytes: number | null;
}

/** What the service posts to a customer system, as far as the shop cares. */
export type AgentMessage =
  | { readonly kind: "typing"; readonly name: string; readonly isTyping: boolean }
  | {
      readonly kind: "said";
      /** Equal in every repeat. */
      readonly id: string;
      readonly name: string;
      /** Of a file: the comment, "" without one. */
      readonly text: string;
      readonly file: SentFile | null;
    }
  /** Of a type the shop does not know, or without anything to show. */
  | { readonly kind: "unknown" };

const unknown: AgentMessage = { kind: "unknown" };

/** Reads the body of a POST of the service; whatever it is, the answer is ok. Source: A2, A4, A5. */
export function parseAgentMessage(body: unknown): AgentMessage {
  const type = textAt(body, "message", "type");
  const name = textAt(body, "sender", "name");
  if (isTypingNotice(body)) return { kind: "typing", name, isTyping: type === "typein" };
  const said = {
    kind: "said",
    id: textAt(body, "message", "id"),
    name,
    text: textAt(body, "message", "text"),
  } as const;
  const fileKind = fileKinds.find((kind) => kind === type);
  if (fileKind !== undefined) return { ...said, file: parseFile(fileKind, at(body, "message")) };
  return type === "text" && said.text !== "" ? { ...said, file: null } : unknown;
}

/** Whether it only tells that an agent began or stopped typing: that is never sent twice. Source: CH-45, DEL-20. */
export const isTypingNotice = (body: unknown): boolean =>
  ["typein", "typeout"].includes(textAt(body, "message", "type"));

function parseFile(kind: FileKind, message: unknown): SentFile {
  const link = textAt(message, "file");
  const url = /^https?:\/\//i.test(link) && URL.canParse(link) ? link : null;
  const size = at(message, "file_size");
  return {
    kind,
    url,
    name: textAt(message, "file_name") || lastPartOf(url) || kind,
    sizeBytes: typeof size === "number" && size > 0 ? size : null,
  };
}

const lastPartOf = (url: string | null): string =>
  url === null ? "" : (new URL(url).pathname.split("/").at(-1) ?? "");
