import Type from "typebox";
import { fileUrl, toUploadedFile, uploadAnswer } from "../../../codec/desk/uploaded-file.ts";
import type { Limits } from "../../../config/limits.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import { readWholeFile } from "../../../domain/agent/photos.ts";
import type { ChatView } from "../../../domain/chat/queries/chat-queries.ts";
import { keepUpload } from "../../../domain/chat/uploads.ts";
import type { Directory } from "../../../domain/directory.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { FileStore, NewFile } from "../../../ports/file-store.ts";
import type { Log } from "../../../ports/log.ts";
import type { FileRow, Store } from "../../../ports/store.ts";
import type { Thumbnailer } from "../../../ports/thumbnailer.ts";
import type { TransferTimes } from "../../http/exchange-watch.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { AgentQuotas } from "../../limits/agent-quotas.ts";
import type { DiskFloors } from "../../limits/disk-floors.ts";
import type { DeskCaller } from "../desk/desk-caller.ts";
import { findVisibleChat, noSuchChat } from "../desk/visible-chat.ts";
import type { Operation } from "../operation.ts";
import { rawOperation } from "../operation.ts";
import type { ReceivedFile } from "./receive-file.ts";
import { receiveFile } from "./receive-file.ts";
import type { Transfers } from "./transfers.ts";
import type { UploadRequest } from "./upload-request.ts";
import { readUploadRequest } from "./upload-request.ts";

interface Uploads {
  readonly directory: Directory;
  readonly store: Store;
  readonly keeping: FileKeeping;
  readonly clock: Clock;
  readonly publicUrl: () => string;
  readonly bounds: {
    readonly floors: DiskFloors;
    readonly agentQuotas: AgentQuotas;
    readonly transfers: Transfers;
  };
}

/**
 * `POST /api/chats/{id}/files?name=photo.jpg[&voice=true]`: the body is a file for a later message, sent by the chat's agent or
 * an administrator. Answered 201 when the file, its rows and its thumbnail (`thumb`, if one can be made) are on the disk. After
 * any other answer, nothing of the file is left. Source: CH-52, CH-59, CH-60.
 */
export const uploadFile = (uploads: Uploads): Operation =>
  rawOperation({
    method: "post",
    path: "/api/chats/:id/files",
    gate: "load",
    id: "uploadFile",
    scope: "chats:write",
    summary: "Stores a file of the agent of the chat. A message can then use the answer.",
    tag: "Chats",
    access: "agent",
    query: [
      { name: "name", description: "The file's name.", schema: Type.String({ minLength: 1 }), isRequired: true },
      { name: "voice", description: "Whether the audio file is a recording.", schema: Type.Boolean() },
    ],
    request: { contentType: "*/*", schema: Type.Unsafe({ type: "string", format: "binary" }) },
    largeBodyBytesMax: ({ uploadBytesMax }) => uploadBytesMax,
    answer: { status: 201, description: "The file's URL and the fields of its message.", schema: uploadAnswer },
    failures: ["conflict", "rate_limited", "insufficient_storage"],
    async serve({ exchange, caller, parameters: [idText], limits }) {
      const { agentQuotas, transfers } = uploads.bounds;
      // Without a declared length, the longest allowed length is assumed.
      const declared = Number(exchange.header("content-length") || limits.uploadBytesMax);
      const bytesMax = Math.min(declared, limits.uploadBytesMax);
      const admission = admit(uploads, caller, idText, readUploadRequest(exchange), bytesMax);
      const coming = { admission, bytesMax, limits };
      const tooMany = await transfers.run(caller.profile.id, (times) => takeFile(uploads, exchange, coming, times));
      if (tooMany === null) return;
      const admitted = await admission;
      if (admitted.ok) agentQuotas.useFile(caller.profile.id, -bytesMax);
      exchange.answerFailure(admitted.ok ? tooMany : admitted.failure);
    },
  });

/** Checks in the order in which errors are reported. An admitted file counts with all its bytes at once. */
async function admit(
  uploads: Uploads,
  caller: DeskCaller,
  idText: string,
  request: Result<UploadRequest>,
  bytesMax: number,
): Promise<Result<Upload>> {
  const { floors, agentQuotas } = uploads.bounds;
  const found = await findVisibleChat(uploads, caller, idText);
  if (!found.ok) return found;
  const { view } = found.value;
  const refusal = refusalOf(caller, view);
  if (refusal !== null) return fail("conflict", refusal);
  if (!request.ok) return request;
  const { id } = caller.profile;
  const refused = floors.refuseFile() ?? agentQuotas.refuseFile(id, bytesMax);
  if (refused !== null) return { ok: false, failure: refused };
  agentQuotas.useFile(id, bytesMax);
  return ok({ caller, view, request: request.value });
}

/** Returns why this caller may not send a file here; null if it is allowed. */
function refusalOf({ profile }: DeskCaller, { state, context }: ChatView): string | null {
  if (state === "closed") return 'The chat is closed; "send a file" is not possible any more.';
  if (profile.role === "admin" || context.agent?.id === profile.id) return null;
  if (context.agent !== null) return `The chat is with ${context.agent.name}; only this agent can do "send a file".`;
  return `The chat is ${state.replaceAll("_", " ")}; "send a file" needs an agent who accepted it.`;
}

interface Upload {
  readonly caller: DeskCaller;
  readonly view: ChatView;
  readonly request: UploadRequest;
}

/** An upload whose admission counts so many bytes. */
interface ComingUpload {
  readonly admission: Promise<Result<Upload>>;
  readonly bytesMax: number;
  readonly limits: Limits;
}

async function takeFile(
  { store, keeping, clock, publicUrl, bounds: { agentQuotas } }: Uploads,
  exchange: HttpExchange,
  { admission, bytesMax, limits }: ComingUpload,
  times: TransferTimes,
): Promise<void> {
  let cameBytes = 0;
  const onPiece = (bytes: Uint8Array): void => {
    cameBytes += bytes.length;
  };
  const take = async ({ file, bytes }: ReceivedFile, asked: Upload): Promise<void> => {
    const row = rowOf(asked, bytes, clock.nowMs());
    const keep = (one: NewFile, its: FileRow) => keepFile(store, exchange, one, asked.view, its);
    if (await keep(file, row)) {
      const thumbnail = await exchange.untimed(keepThumbnail(keeping, { token: file.token, row }, keep));
      const thumb = thumbnail && fileUrl(publicUrl(), thumbnail.token, thumbnail.row);
      const uploaded = toUploadedFile(publicUrl(), file.token, row, asked.request.isVoice);
      exchange.answer(201, { body: JSON.stringify({ file: { ...uploaded, ...(thumb !== null && { thumb }) } }) });
    } else exchange.answerFailure(noSuchChat.failure);
  };
  try {
    await receiveFile({ files: keeping.files, limits }, exchange, times, { admission, take, onPiece });
  } finally {
    const admitted = await admission;
    if (admitted.ok) agentQuotas.useFile(admitted.value.caller.profile.id, cameBytes - bytesMax);
  }
}

const rowOf = ({ caller, view, request }: Upload, bytes: number, nowMs: number): FileRow => ({
  chatId: view.context.id,
  agentId: caller.profile.id,
  name: request.name,
  mimeType: request.mimeType,
  bytes,
  createdAtMs: nowMs,
});

/** Returns false and keeps nothing if the client has disconnected or the chat was deleted meanwhile. */
const keepFile = (store: Store, exchange: HttpExchange, file: NewFile, { conversation }: ChatView, row: FileRow) =>
  file.keep(() => keepUpload(store, conversation, { token: file.token, ...row }, () => exchange.isOpen));

const pictures = /^image\/(jpeg|png|webp|gif)$/;

interface FileKeeping {
  readonly files: FileStore;
  readonly thumbnailer: Thumbnailer;
  readonly log: Log;
}

interface Thumbnail {
  readonly token: string;
  readonly row: FileRow;
}

/**
 * Stores a thumbnail of a stored picture as a file of the same chat, with the same rights and lifetime. `null` if none could be
 * made or stored; the picture stays in each case. Source: CH-59.
 */
async function keepThumbnail(
  { files, thumbnailer, log }: FileKeeping,
  { token, row }: Thumbnail,
  keep: (file: NewFile, row: FileRow) => Promise<boolean>,
): Promise<Thumbnail | null> {
  if (!pictures.test(row.mimeType)) return null;
  const bytes = await thumbnailer.make(() => readWholeFile(files, token));
  if (bytes === null) return null;
  const file = files.begin();
  try {
    await file.write(bytes, 0);
    const own = { ...row, name: "thumb.jpg", mimeType: "image/jpeg", bytes: bytes.length };
    return (await keep(file, own)) ? { token: file.token, row: own } : null;
  } catch (error) {
    await file.discard();
    log.error({ err: error }, "a thumbnail could not be stored");
    return null;
  }
}
