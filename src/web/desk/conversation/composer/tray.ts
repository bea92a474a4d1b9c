import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import { isPassing } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { sizeOf } from "../../parts/size-of.ts";
import { composerTexts } from "../../texts/en/composer.ts";
import type { FileFacts } from "./file-facts.ts";
import type { Upload, UploadedFile, UploadRequest } from "./upload.ts";

const text = textsOf("composer", composerTexts);

/** A file on its way to a message. */
export interface TrayFile {
  readonly id: string;
  readonly name: string;
  readonly file: Blob;
  readonly isVoice: boolean;
  readonly state: "waiting" | "uploading" | "ready" | "failed";
  /** From 0 to 1. */
  readonly progress: number;
  readonly failure: string | null;
  /** It may do better when it is tried again. */
  readonly canRetry: boolean;
  readonly uploaded: (UploadedFile & FileFacts) | null;
  /** What is known of it already. */
  readonly facts: FileFacts;
}

/** What goes into a file's message. */
export type FileContent = UploadedFile & FileFacts & { readonly text?: string };

/** The files that are about to be sent in one chat: they go in the order in which they came. */
export interface Tray {
  readonly files: ReadonlySignal<readonly TrayFile[]>;
  /** What is said with them, once they were sent off; null while they were not. */
  readonly comment: ReadonlySignal<string | null>;
  add(files: readonly File[], voice?: FileFacts): void;
  /** Takes a file away, wherever it is on its way. */
  remove(id: string): void;
  retry(id: string): void;
  /** Sends them off: each goes when all are there, the first with the comment. */
  send(comment: string): void;
}

export interface TrayParts {
  readonly chatId: string;
  readonly newId: () => string;
  /** Source: CH-60. */
  readonly bytesMax: () => number;
  readonly upload: (request: UploadRequest) => Upload;
  readonly factsOf: (file: Blob) => Promise<FileFacts>;
  /** All are there and were sent off. */
  readonly onSent: (contents: readonly FileContent[]) => void;
  /** No file is left to carry it. */
  readonly onComment: (comment: string) => void;
}

export function createTray(parts: TrayParts): Tray {
  const files = signal<readonly TrayFile[]>([]);
  const comment = signal<string | null>(null);
  let running: { readonly id: string; readonly upload: Upload } | null = null;

  const change = (id: string, to: Partial<TrayFile>): void => {
    files.value = files.value.map((file) => (file.id === id ? { ...file, ...to } : file));
  };
  const finish = (): void => {
    const { value: said } = comment;
    if (said === null) return;
    const uploaded = files.value.map((file) => file.uploaded).filter((one) => one !== null);
    if (uploaded.length !== files.value.length) return;
    comment.value = null;
    files.value = [];
    if (uploaded.length === 0) parts.onComment(said);
    else parts.onSent(uploaded.map((one, index) => toContent(one, index === 0 ? said : "")));
  };
  const run = async (): Promise<void> => {
    const next = files.value.find(({ state }) => state === "waiting");
    if (running !== null || next === undefined) return finish();
    const { id, name, file, isVoice } = next;
    const onProgress = (progress: number): void => change(id, { progress });
    const upload = parts.upload({ chatId: parts.chatId, file, name, isVoice, onProgress });
    running = { id, upload };
    change(id, { state: "uploading", progress: 0, failure: null });
    const [answer, facts] = await Promise.all([upload.done, parts.factsOf(file)]);
    running = null;
    if (answer.ok) change(id, { state: "ready", uploaded: { ...answer.value, ...facts, ...next.facts } });
    else change(id, { state: "failed", failure: answer.failure.message, canRetry: isPassing(answer.failure) });
    return run();
  };
  return {
    files,
    comment,
    add(added, voice) {
      const bytesMax = parts.bytesMax();
      files.value = [...files.value, ...added.map((file) => toTrayFile(parts.newId(), file, bytesMax, voice))];
      void run();
    },
    remove(id) {
      files.value = files.value.filter((file) => file.id !== id);
      if (running?.id === id) running.upload.cancel();
      else void run();
    },
    retry(id) {
      change(id, { state: "waiting" });
      void run();
    },
    send(said) {
      comment.value = said;
      void run();
    },
  };
}

/** Fields that agents' messages have no use for stay out. */
function toContent(uploaded: UploadedFile & FileFacts, comment: string): FileContent {
  const { type, file, thumb, file_name, file_size, width, height, duration } = uploaded;
  return {
    type,
    file,
    file_name,
    file_size,
    ...(thumb === undefined ? {} : { thumb }),
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    ...(duration === undefined ? {} : { duration }),
    ...(comment === "" ? {} : { text: comment }),
  };
}

function toTrayFile(id: string, file: File, bytesMax: number, voice: FileFacts | undefined): TrayFile {
  const refusal = refusalOf(file, bytesMax);
  return {
    id,
    name: file.name || "file",
    file,
    isVoice: voice !== undefined,
    state: refusal === null ? "waiting" : "failed",
    progress: 0,
    failure: refusal,
    canRetry: false,
    uploaded: null,
    facts: voice ?? {},
  };
}

/** Source: CH-60. */
function refusalOf({ size }: File, bytesMax: number): string | null {
  if (size === 0) return text("fileEmpty");
  return size > bytesMax ? text("fileTooLarge", { size: sizeOf(size), max: sizeOf(bytesMax) }) : null;
}
