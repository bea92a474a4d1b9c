import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import { isPassing } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import type { Desk } from "../../data/desk.ts";
import { sizeOf } from "../../parts/size-of.ts";
import { composerTexts } from "../../texts/en/composer.ts";
import type { Upload, UploadedFile, UploadRequest } from "./upload.ts";
import { uploadFile } from "./upload.ts";
import { createWriting } from "./writing.ts";

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

export function createTray(parts: {
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
}): Tray {
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

/** The known facts of a file before it is sent. Source: CH-59. */
interface FileFacts {
  readonly width?: number;
  readonly height?: number;
  /** Seconds. */
  readonly duration?: number;
}

const patienceMs = 5_000;

/** Empty when the browser cannot show the file, or does not load its facts in time. */
async function factsOfFile(file: Blob): Promise<FileFacts> {
  const [kind] = file.type.split("/", 1);
  if (kind === "image") return factsOfPicture(file);
  if (kind === "audio" || kind === "video") return factsOfMedia(file, kind);
  return {};
}

async function factsOfPicture(file: Blob): Promise<FileFacts> {
  try {
    const bitmap = await createImageBitmap(file);
    const { width, height } = bitmap;
    bitmap.close();
    return { width, height };
  } catch {
    return {};
  }
}

function factsOfMedia(file: Blob, kind: "audio" | "video"): Promise<FileFacts> {
  const url = URL.createObjectURL(file);
  const element = document.createElement(kind);
  return new Promise<FileFacts>((resolve) => {
    element.onloadedmetadata = () => resolve(readElement(element));
    element.onerror = () => resolve({});
    setTimeout(() => resolve({}), patienceMs);
    element.preload = "metadata";
    element.src = url;
  }).finally(() => URL.revokeObjectURL(url));
}

function readElement(element: HTMLMediaElement): FileFacts {
  const seconds = Number.isFinite(element.duration) ? Math.max(1, Math.round(element.duration)) : 0;
  const isFilm = element instanceof HTMLVideoElement && element.videoWidth > 0 && element.videoHeight > 0;
  return {
    ...(seconds > 0 ? { duration: seconds } : {}),
    ...(isFilm ? { width: element.videoWidth, height: element.videoHeight } : {}),
  };
}

const trays = new WeakMap<Desk, Map<string, Tray>>();

/** The files of a chat, kept while another chat is open. */
export function trayOf(desk: Desk, chatId: string): Tray {
  const known = trays.get(desk) ?? new Map<string, Tray>();
  trays.set(desk, known);
  const found = known.get(chatId) ?? openTray(desk, chatId);
  known.set(chatId, found);
  return found;
}

const openTray = (desk: Desk, chatId: string): Tray =>
  createTray({
    chatId,
    newId: desk.browser.newId,
    bytesMax: () => bytesMaxIn(desk, chatId),
    upload: uploadFile,
    factsOf: factsOfFile,
    onSent(contents) {
      const afterSeq = desk.conversations.open(chatId).messages.peek().at(-1)?.seq ?? 0;
      for (const [index, content] of contents.entries()) {
        const answered = index === 0 ? { ...content, ...desk.quotes.take(chatId) } : content;
        desk.outbox.add({ chatId, isNote: false, content: answered, afterSeq });
      }
    },
    onComment: (comment) => createWriting(desk, chatId).takeBack("reply", comment),
  });

/** The channel's limit for files. When it is unknown, the service refuses files that are too large. Source: CH-60. */
function bytesMaxIn({ chats, surroundings }: Desk, chatId: string): number {
  const channelId = chats.of(chatId).peek()?.channelId;
  const channel = surroundings.peek().channels.find(({ id }) => id === channelId);
  return channel?.limits.uploadBytesMax ?? Number.POSITIVE_INFINITY;
}
