import Type from "typebox";
import { fileUrl, toUploadedFile, uploadAnswer } from "../../../codec/desk/uploaded-file.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { ChatView } from "../../../domain/chat/queries/chat-queries.ts";
import { keepUpload } from "../../../domain/chat/uploads.ts";
import type { NewFile } from "../../../ports/file-store.ts";
import type { FileRow, Store } from "../../../ports/store.ts";
import type { TransferTimes } from "../../http/exchange-watch.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { OperationDoc } from "../../server/operation.ts";
import type { Handler, Route } from "../../server/router.ts";
import { lookUpChat, noSuchChat } from "../desk/chats/visible-chat.ts";
import type { DeskCaller } from "../desk/desk-caller.ts";
import { findCaller } from "../desk/desk-caller.ts";
import type { DeskParts } from "../desk/desk-parts.ts";
import { keepThumbnail } from "./keep-thumbnail.ts";
import type { ReceivedFile } from "./receive-file.ts";
import { receiveFile } from "./receive-file.ts";
import type { Transfers } from "./transfers.ts";
import type { UploadRequest } from "./upload-request.ts";
import { readUploadRequest } from "./upload-request.ts";

/**
 * `POST /api/chats/{id}/files?name=photo.jpg[&voice=true]`: the body is a file for a later message, sent by the chat's agent or
 * an administrator. Answered 201 when the file, its rows and its thumbnail (`thumb`, if one can be made) are on the disk. After
 * any other answer, nothing of the file is left. Source: CH-52, CH-59, CH-60.
 */
export const uploadFileRoute = (desk: DeskParts, transfers: Transfers): Route => ({
  pattern: "/api/chats/:id/files",
  gate: "load",
  methods: { post: upload(desk, transfers) },
  docs: { post: uploadDoc },
});

const uploadDoc: OperationDoc = {
  id: "uploadFile",
  summary: "Stores a file of the agent of the chat. A message can then use the answer.",
  tag: "Chats",
  access: "agent",
  query: [
    { name: "name", description: "The file's name.", schema: Type.String({ minLength: 1 }), isRequired: true },
    { name: "voice", description: "Whether the audio file is a recording.", schema: Type.Boolean() },
  ],
  request: { contentType: "*/*", schema: Type.Unsafe({ type: "string", format: "binary" }) },
  answer: { status: 201, description: "The file's URL and the fields of its message.", schema: uploadAnswer },
  failures: ["invalid_request", "not_found", "conflict", "payload_too_large", "rate_limited", "insufficient_storage"],
};

const upload =
  (desk: DeskParts, transfers: Transfers): Handler =>
  async (exchange, [idText = ""]) => {
    const { uploadBytesMax } = desk.limits;
    exchange.expectLargeBody(uploadBytesMax);
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    // Without a declared length, the longest allowed length is assumed.
    const bytesMax = Math.min(Number(exchange.header("content-length") || uploadBytesMax), uploadBytesMax);
    const admission = admit(desk, caller, idText, readUploadRequest(exchange), bytesMax);
    const tooMany = await transfers.run(caller.profile.id, (times) =>
      takeFile(desk, exchange, { admission, bytesMax }, times),
    );
    if (tooMany === null) return;
    const admitted = await admission;
    if (admitted.ok) desk.agentQuotas.useFile(caller.profile.id, -bytesMax);
    exchange.answerFailure(admitted.ok ? tooMany : admitted.failure);
  };

/** Checks in the order in which errors are reported. An admitted file counts with all its bytes at once. */
async function admit(
  desk: DeskParts,
  caller: DeskCaller,
  idText: string,
  request: Result<UploadRequest>,
  bytesMax: number,
): Promise<Result<Upload>> {
  const found = await lookUpChat(desk, caller, idText);
  if (found === null) return { ok: false, failure: noSuchChat };
  const refusal = refusalOf(caller, found.view);
  if (refusal !== null) return fail("conflict", refusal);
  if (!request.ok) return request;
  const { id } = caller.profile;
  const refused = desk.floors.refuseFile() ?? desk.agentQuotas.refuseFile(id, bytesMax);
  if (refused !== null) return { ok: false, failure: refused };
  desk.agentQuotas.useFile(id, bytesMax);
  return ok({ caller, view: found.view, request: request.value });
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
}

async function takeFile(
  desk: DeskParts,
  exchange: HttpExchange,
  { admission, bytesMax }: ComingUpload,
  times: TransferTimes,
): Promise<void> {
  let cameBytes = 0;
  const onPiece = (bytes: Uint8Array): void => {
    cameBytes += bytes.length;
  };
  const take = async ({ file, bytes }: ReceivedFile, asked: Upload): Promise<void> => {
    const row = rowOf(asked, bytes, desk.clock.nowMs());
    const keep = (one: NewFile, its: FileRow) => keepFile(desk.store, exchange, one, asked.view, its);
    if (await keep(file, row)) {
      const thumbnail = await exchange.untimed(keepThumbnail(desk, { token: file.token, row }, keep));
      const thumb = thumbnail && fileUrl(desk.publicUrl(), thumbnail.token, thumbnail.row);
      const uploaded = toUploadedFile(desk.publicUrl(), file.token, row, asked.request.isVoice);
      exchange.answer(201, { body: JSON.stringify({ file: { ...uploaded, ...(thumb !== null && { thumb }) } }) });
    } else exchange.answerFailure(noSuchChat);
  };
  try {
    await receiveFile(desk, exchange, times, { admission, take, onPiece });
  } finally {
    const admitted = await admission;
    if (admitted.ok) desk.agentQuotas.useFile(admitted.value.caller.profile.id, cameBytes - bytesMax);
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
