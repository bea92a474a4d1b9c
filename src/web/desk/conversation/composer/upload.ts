import type { Answer, ApiFailure } from "../../../shared/api/api.ts";
import { fieldsOf } from "../../../shared/api/json.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { composerTexts } from "../../texts/en/composer.ts";

const text = textsOf("composer", composerTexts);

/** The response of `POST /api/chats/{id}/files`: the fields of the file's message. */
export interface UploadedFile {
  readonly file: string;
  /** Set for a picture with a preview. */
  readonly thumb?: string;
  readonly type: string;
  readonly file_name: string;
  readonly file_size: number;
}

export interface UploadRequest {
  readonly chatId: string;
  readonly file: Blob;
  readonly name: string;
  readonly isVoice: boolean;
  /** From 0 to 1. */
  readonly onProgress: (part: number) => void;
}
export interface Upload {
  readonly done: Promise<Answer<UploadedFile>>;
  cancel(): void;
}

/** Request headers have a size limit. The end of the name stays, because it has the file's extension. */
const nameMax = 120;

/** Uploads a file and reports its progress, which `fetch` cannot do. Never throws. Source: CH-59, CH-60. */
export function uploadFile({ chatId, file, name, isVoice, onProgress }: UploadRequest): Upload {
  const request = new XMLHttpRequest();
  const query = new URLSearchParams({ name: name.slice(-nameMax), ...(isVoice ? { voice: "true" } : {}) });
  const done = new Promise<Answer<UploadedFile>>((resolve) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onload = () => resolve(read(request));
    request.onerror = () => resolve(failed(0, "unreached", text("unreached")));
    request.onabort = () => resolve(failed(0, "cancelled", text("cancelled")));
  });
  request.open("POST", `/api/chats/${chatId}/files?${query}`);
  request.setRequestHeader("Content-Type", file.type || "application/octet-stream");
  request.send(file);
  return { done, cancel: () => request.abort() };
}

function read(request: XMLHttpRequest): Answer<UploadedFile> {
  const { file, error } = fieldsOf<UploadAnswer>(request.responseText);
  if (request.status === 201 && file !== undefined) return { ok: true, value: file };
  const message = error?.message ?? text("unexpected", { status: String(request.status) });
  return failed(request.status, error?.code ?? "unexpected", message, request.getResponseHeader("X-Request-Id"));
}

interface UploadAnswer {
  readonly file?: UploadedFile;
  readonly error?: { readonly code: string; readonly message: string };
}

function failed(
  status: number,
  code: string,
  message: string,
  requestId: string | null = null,
): { readonly ok: false; readonly failure: ApiFailure } {
  return { ok: false, failure: { status, code, message, field: null, requestId } };
}
