import { at, textAt } from "../../json.ts";

const fileKinds = ["photo", "video", "audio", "voice", "document"] as const;
export type FileKind = (typeof fileKinds)[number];

/** A file that an agent sent, in the form that the page shows. */
export interface SentFile {
  readonly kind: FileKind;
  /** Null if the page must not offer this link. */
  readonly url: string | null;
  readonly name: string;
  readonly sizeBytes: number | null;
}

/** The part of the service's POST that the shop uses. */
export type AgentMessage =
  | { readonly kind: "typing"; readonly name: string; readonly isTyping: boolean }
  | {
      readonly kind: "said";
      /** The same in every repeat. */
      readonly id: string;
      readonly name: string;
      /** For a file: the comment, or "" without a comment. */
      readonly text: string;
      readonly file: SentFile | null;
    }
  /** A message of a type that the shop does not know, or a message without anything to show. */
  | { readonly kind: "unknown" };

const unknown: AgentMessage = { kind: "unknown" };

/** Reads the body of a POST from the service. The shop answers ok for every kind, also for an unknown one. Source: A2, A4, A5. */
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

/** Whether the body only says that an agent began or stopped typing. The service never repeats such a notice. Source: CH-45, DEL-20. */
export const isTypingNotice = (body: unknown): boolean =>
  ["typein", "typeout"].includes(textAt(body, "message", "type"));

function parseFile(kind: FileKind, message: unknown): SentFile {
  const link = textAt(message, "file");
  const url = /^https?:\/\//i.test(link) && URL.parse(link) !== null ? link : null;
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
