import { createHash } from "node:crypto";
import Type from "typebox";
import type { TurnDone, TurnOutcome } from "../../../actors/pending.ts";
import { toUploadedFile } from "../../../codec/desk/uploaded-file.ts";
import { describeValue, isLongerThan } from "../../../codec/text/text.ts";
import type { Limits } from "../../../config/limits.ts";
import { addressGroup } from "../../../core/addresses/address-group.ts";
import { asChatId } from "../../../core/ids.ts";
import type { Failure, Result } from "../../../core/result.ts";
import { assert, fail, ok } from "../../../core/result.ts";
import type { Departments } from "../../../domain/agent/departments.ts";
import { readMedia } from "../../../domain/chat/queries/file-queries.ts";
import type { VisitorFile, VisitorFiles } from "../../../domain/chat/uploads.ts";
import { createVisitorFiles } from "../../../domain/chat/uploads.ts";
import type { VisitorLetter, VisitorText } from "../../../domain/chat/visitor-inbox.ts";
import { messageOf } from "../../../domain/client/client-record.ts";
import type { ChannelEntry, Directory } from "../../../domain/directory.ts";
import type { Post } from "../../../domain/effects.ts";
import type { VisitorFeed } from "../../../domain/feed/visitor-feed.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { FileStore, NewFile } from "../../../ports/file-store.ts";
import type { TransferTimes } from "../../http/exchange-watch.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { OperationDoc } from "../../server/operation.ts";
import type { Handler, Route } from "../../server/router.ts";
import type { WidgetPage } from "../../sockets/visitor/visitor-admission.ts";
import { refuseWidget } from "../../sockets/visitor/visitor-admission.ts";
import { readInvitation, sendToBlocked } from "../../sockets/visitor/visitor-requests.ts";
import type { ReceivedFile } from "./receive-file.ts";
import { receiveFile } from "./receive-file.ts";
import { Transfers } from "./transfers.ts";
import type { UploadRequest } from "./upload-request.ts";
import { readUploadRequest } from "./upload-request.ts";
import type { AdmissionParts } from "./visitor-file-admission.ts";
import {
  admitVisitor,
  failureOf,
  findPage,
  isForeign,
  preflightHeaders,
  readSecret,
} from "./visitor-file-admission.ts";
import type { AskedFile, ComingFile, VisitorFileQuotas } from "./visitor-file-quotas.ts";

export interface VisitorFileParts extends AdmissionParts {
  readonly files: FileStore;
  readonly limits: Limits;
  readonly runtime: {
    readonly directory: Directory;
    readonly post: Post;
    readonly visitorFeed: VisitorFeed;
    readonly departments: Departments;
  };
  readonly transfers: Transfers;
  readonly clock: Clock;
  readonly quotas: VisitorFileQuotas;
  publicUrl(): string;
}

const requestIdLengthMax = 64;

/**
 * `POST /widget/{widget}/files?name=photo.jpg&id=REQUEST`: stores the body as a file and writes a message with this file in the
 * visitor's chat. Answered 201 when the bytes, message and rows are on the disk. After any other answer except 504, nothing of
 * the file is left. Source: CH-59, CH-60, AUTH-15, LIM-02.
 */
export const visitorFileRoute = (parts: VisitorFileParts): Route => ({
  pattern: "/widget/:widget/files",
  gate: "load",
  methods: { post: send(parts), options: preflight(parts) },
  docs: { post: sendFileDoc, options: preflightDoc },
});

const sendFileDoc: OperationDoc = {
  id: "sendVisitorFile",
  summary: "Sends a file of a visitor as a message. The same file with the same id is one message.",
  tag: "Widget",
  access: "visitor",
  query: [
    { name: "name", description: "The file's name.", schema: Type.String({ minLength: 1 }), isRequired: true },
    {
      name: "id",
      description: "The id that the page gives the request; stored for 24 hours.",
      schema: Type.String({ minLength: 1, maxLength: requestIdLengthMax }),
      isRequired: true,
    },
    { name: "voice", description: "Whether the audio file is a recording.", schema: Type.Boolean() },
    { name: "invitation", description: "The invitation that the page showed.", schema: Type.String() },
    { name: "department", description: "The id of the department that gets the answer.", schema: Type.Integer() },
  ],
  request: { contentType: "*/*", schema: Type.Unsafe({ type: "string", format: "binary" }) },
  answer: {
    status: 201,
    description: "The message is in the chat.",
    schema: Type.Object(
      {
        seq: Type.Integer({ minimum: 1, description: "The number of the message in the chat." }),
        file: Type.String({ description: "The file's absolute URL." }),
      },
      { additionalProperties: false },
    ),
  },
  failures: ["access_denied", "rate_limited", "insufficient_storage"],
};

const preflightDoc: OperationDoc = {
  id: "preflightVisitorFile",
  summary: "Allows the web sites of the widget to send files from their own origin.",
  tag: "Widget",
  access: "anyone",
  answer: { status: 204, description: "The web site may send files." },
  failures: ["access_denied"],
};

const preflight =
  (parts: VisitorFileParts): Handler =>
  (exchange, [widget = ""]) => {
    const { refusal } = findPage(parts, exchange, widget);
    if (isForeign(refusal)) exchange.answerFailure(failureOf(refusal));
    else exchange.answer(204, { headers: preflightHeaders });
  };

const send = (parts: VisitorFileParts): Handler => {
  const visitorFiles = createVisitorFiles({ post: parts.runtime.post, clock: parts.clock });
  // The other half is reserved for downloads.
  const fileTransfersMax = Math.ceil(parts.limits.fileTransfersMax / 2);
  const transfers = new Transfers({ ...parts.limits, fileTransfersMax }, parts.transfers);
  return async (exchange, [widget = ""]) => {
    exchange.expectLargeBody(parts.limits.uploadBytesMax);
    const { page, entry, refusal } = findPage(parts, exchange, widget);
    if (entry === undefined || refusal !== null) return exchange.answerFailure(failureOf(refusal));
    const asking = { page, entry, ...readAsking(exchange, parts) };
    const tooMany = await transfers.run(exchange.remoteAddress(), (times) =>
      takeFile(parts, visitorFiles, exchange, admit(parts, asking), times),
    );
    if (tooMany === null) return;
    const admitted = await admit(parts, asking);
    if (admitted.ok) admitted.value.coming.ended(0);
    exchange.answerFailure(admitted.ok ? tooMany : admitted.failure);
  };
};

/** The data that a page gives about its visitor's file. */
interface VisitorFileRequest extends UploadRequest {
  readonly id: string;
  readonly invitation: VisitorText["invitation"];
}

/** Reads everything except the body; `invalid_request` names the error. Call it before the handler returns. */
function readVisitorFileRequest(exchange: HttpExchange, departments: Departments): Result<VisitorFileRequest> {
  const id = exchange.query("id") ?? "";
  if (id === "" || isLongerThan(id, requestIdLengthMax))
    return fail(
      "invalid_request",
      `Parameter id must be a string of 1 to ${requestIdLengthMax} characters, got ${describeValue(id)}.`,
    );
  const upload = readUploadRequest(exchange);
  if (!upload.ok) return upload;
  const text = exchange.query("invitation") ?? "";
  const invitation = readInvitation({ text, departmentId: Number(exchange.query("department") ?? 0) }, departments);
  return ok({ ...upload.value, id, invitation });
}

/** The data that is read from the request before its body. Without a declared length, the longest allowed length is assumed. */
function readAsking(exchange: HttpExchange, { limits, runtime }: VisitorFileParts) {
  const { uploadBytesMax } = limits;
  const declared = Number(exchange.header("content-length") || uploadBytesMax);
  return {
    secret: readSecret(exchange),
    request: readVisitorFileRequest(exchange, runtime.departments),
    bytesMax: Math.min(declared, uploadBytesMax),
    group: addressGroup(exchange.remoteAddress()),
    cause: exchange.requestId,
  };
}

interface Asking extends ReturnType<typeof readAsking> {
  readonly page: WidgetPage;
  readonly entry: ChannelEntry;
}

/** Checks in the order in which errors are reported. */
async function admit(parts: VisitorFileParts, asking: Asking): Promise<Result<Asked>> {
  const { page, entry, secret, request, bytesMax, group, cause } = asking;
  const visitor = await admitVisitor(parts, entry, secret);
  if (!visitor.ok) return visitor;
  if (!request.ok) return request;
  const { id: requestId } = request.value;
  const wanted = { visitor: visitor.value, requestId, group, bytesMax };
  const coming = await parts.quotas.admit(wanted);
  if (!coming.ok) return coming;
  const letter = { visitor: visitor.value, requestId, cause };
  return ok({ page, letter, request: request.value, wanted, coming: coming.value });
}

interface Asked {
  readonly page: WidgetPage;
  readonly letter: VisitorLetter;
  readonly request: VisitorFileRequest;
  readonly wanted: AskedFile;
  readonly coming: ComingFile;
}

async function takeFile(
  parts: VisitorFileParts,
  visitorFiles: VisitorFiles,
  exchange: HttpExchange,
  admission: Promise<Result<Asked>>,
  times: TransferTimes,
): Promise<void> {
  const hash = createHash("sha256");
  let cameBytes = 0;
  const take = async (received: ReceivedFile, asked: Asked): Promise<void> => {
    const { file } = received;
    const sent = toVisitorFile(parts.publicUrl(), asked, received, hash.digest("base64url"));
    const written = await keepFile(parts, visitorFiles, asked, sent, file);
    if (written.ok) await answerWritten(exchange, written, parts);
    else exchange.answerFailure(written.failure.code === "invalid_request" ? otherRequest : written.failure);
  };
  const onPiece = (bytes: Uint8Array): void => {
    cameBytes += bytes.length;
    hash.update(bytes);
  };
  try {
    await receiveFile(parts, exchange, times, { admission, take, onPiece });
  } finally {
    const admitted = await admission;
    if (admitted.ok) admitted.value.coming.ended(cameBytes);
  }
}

const otherRequest: Failure = {
  code: "invalid_request",
  message: "Parameter id was used before for another request; use a new one.",
};
const deleted: Failure = { code: "conflict", message: "The message that was written with this id was deleted." };

/** A repeated request gets the file that was stored by the first one. */
async function answerWritten(exchange: HttpExchange, outcome: TurnDone, { store }: VisitorFileParts): Promise<void> {
  const { actor, answer: seq } = outcome;
  const chatId = asChatId(actor?.slice(actor.indexOf("/") + 1) ?? "");
  const written = messageOf(outcome);
  const media = written === null ? await readMedia(store, chatId, seq) : written.message.content.media;
  const file = media?.file;
  if (file === undefined) exchange.answerFailure(deleted);
  else exchange.answer(201, { body: JSON.stringify({ seq, file }) });
}

function toVisitorFile(
  publicUrl: string,
  { request: { name, mimeType, isVoice, invitation } }: Asked,
  { file: { token }, bytes }: ReceivedFile,
  hash: string,
): VisitorFile {
  const file = { token, name, mimeType, bytes };
  const { type, file: url, file_name, file_size } = toUploadedFile(publicUrl, token, file, isVoice);
  return { content: { type, text: "", media: { file: url, file_name, file_size } }, file, hash, invitation };
}

/** Keeps the file only if its message was written by this call. */
async function keepFile(
  { quotas, runtime }: VisitorFileParts,
  visitorFiles: VisitorFiles,
  asked: Asked,
  sent: VisitorFile,
  file: NewFile,
): Promise<TurnOutcome> {
  const outcomes: TurnOutcome[] = [];
  await file.keep(async () => {
    const outcome = await quotas.write(asked.wanted, sent.file.bytes, () => write(runtime, visitorFiles, asked, sent));
    outcomes.push(outcome);
    return messageOf(outcome) !== null;
  });
  const [written] = outcomes;
  assert(written !== undefined, "a file was kept without its message");
  return written;
}

/** Checks the widget again, because it may have changed while the bytes arrived. */
function write(
  { directory, visitorFeed }: VisitorFileParts["runtime"],
  visitorFiles: VisitorFiles,
  { page, letter }: Asked,
  sent: VisitorFile,
): Promise<TurnOutcome> {
  const { channelId } = letter.visitor;
  const entry = directory.find(channelId);
  const refusal = refuseWidget(entry, page);
  if (entry === undefined || refusal !== null)
    return Promise.resolve({ ok: false, failure: failureOf(refusal), canRetry: false });
  return new Promise((resolve) => {
    visitorFiles.send(letter, entry, sent, (outcome) => {
      sendToBlocked(outcome, letter.visitor, visitorFeed);
      resolve(outcome);
    });
  });
}
