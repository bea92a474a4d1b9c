import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import { isPassing } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { sizeOf } from "../../parts/size-of.ts";
import { composerTexts } from "../../texts/en/composer.ts";
import type { FileFacts } from "./file-facts.ts";
import type { Upload, UploadedFile, UploadRequest } from "./upload.ts";

const text = textsOf("composer", composerTexts);

/** A file that is being uploaded for a message. */
export interface TrayFile {
  readonly id: string;
  readonly name: string;
  readonly file: Blob;
  readonly isVoice: boolean;
  readonly state: "waiting" | "uploading" | "ready" | "failed";
  /** From 0 to 1. */
  readonly progress: number;
  readonly failure: string | null;
  /** Whether a retry may succeed. */
  readonly canRetry: boolean;
  readonly uploaded: (UploadedFile & FileFacts) | null;
  /** The known facts of the file. */
  readonly facts: FileFacts;
}

/** The content of a file's message. */
export type FileContent = UploadedFile & FileFacts & { readonly text?: string };

/** The files to be sent in one chat, in the order in which they were added. */
export interface Tray {
  readonly files: ReadonlySignal<readonly TrayFile[]>;
  /** The comment on the files after `send`; null before it. */
  readonly comment: ReadonlySignal<string | null>;
  add(files: readonly File[], voice?: FileFacts): void;
  /** Removes a file at any stage. */
  remove(id: string): void;
  retry(id: string): void;
  /** Sends the files as soon as all are uploaded; the first file carries the comment. */
  send(comment: string): void;
}

export interface TrayParts {
  readonly chatId: string;
  readonly newId: () => string;
  /** Source: CH-60. */
  readonly bytesMax: () => number;
  readonly upload: (request: UploadRequest) => Upload;
  readonly factsOf: (file: Blob) => Promise<FileFacts>;
  /** Called when all files are uploaded and `send` was called. */
  readonly onSent: (contents: readonly FileContent[]) => void;
  /** Called when no file is left to carry the comment. */
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

/** Omits the fields that agents' messages do not have. */
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
