import { createHash } from "node:crypto";
import type { TurnDone, TurnOutcome } from "../../../actors/pending.ts";
import { toUploadedFile } from "../../../codec/desk/uploaded-file.ts";
import type { Limits } from "../../../config/limits.ts";
import { addressGroup } from "../../../core/addresses/address-group.ts";
import { assert } from "../../../core/assert.ts";
import { asChatId } from "../../../core/ids.ts";
import type { Failure, Result } from "../../../core/result.ts";
import { ok } from "../../../core/result.ts";
import type { Departments } from "../../../domain/agent/departments.ts";
import { broughtBy } from "../../../domain/chat/brought-message.ts";
import { readMedia } from "../../../domain/chat/queries/file-queries.ts";
import type { VisitorFile, VisitorFiles } from "../../../domain/chat/visitor-files.ts";
import { createVisitorFiles } from "../../../domain/chat/visitor-files.ts";
import type { VisitorLetter } from "../../../domain/chat/visitor-inbox.ts";
import type { ChannelEntry, Directory } from "../../../domain/directory.ts";
import type { VisitorFeed } from "../../../domain/feed/visitor-feed.ts";
import type { Post } from "../../../domain/post.ts";
import type { Clock } from "../../../ports/clock.ts";
import type { NewFile } from "../../../ports/file-store.ts";
import type { TransferTimes } from "../../http/exchange-watch.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { Handler, Route } from "../../server/router.ts";
import type { WidgetPage } from "../../sockets/visitor/visitor-admission.ts";
import { refuseWidget } from "../../sockets/visitor/visitor-admission.ts";
import { sendToBlocked } from "../../sockets/visitor/visitor-requests.ts";
import type { ReceivedFile, ReceiveParts } from "./receive-file.ts";
import { receiveFile } from "./receive-file.ts";
import { Transfers } from "./transfers.ts";
import type { AdmissionParts } from "./visitor-file-admission.ts";
import {
  admitVisitor,
  failureOf,
  isForeign,
  meetPage,
  preflightHeaders,
  readSecret,
} from "./visitor-file-admission.ts";
import { preflightDoc, sendFileDoc } from "./visitor-file-docs.ts";
import type { AskedFile, ComingFile, VisitorFileQuotas } from "./visitor-file-quotas.ts";
import type { VisitorFileRequest } from "./visitor-file-request.ts";
import { readVisitorFileRequest } from "./visitor-file-request.ts";

export interface VisitorFileParts extends AdmissionParts, ReceiveParts {
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

const preflight =
  (parts: VisitorFileParts): Handler =>
  (exchange, [widget = ""]) => {
    const { refusal } = meetPage(parts, exchange, widget);
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
    const { page, entry, refusal } = meetPage(parts, exchange, widget);
    if (entry === undefined || refusal !== null) return exchange.answerFailure(failureOf(refusal));
    const asking = { page, entry, ...readAsking(exchange, parts) };
    const takeParts = { ...parts, visitorFiles };
    const tooMany = await transfers.run(exchange.remoteAddress(), (times) =>
      takeFile(takeParts, exchange, admit(takeParts, asking), times),
    );
    if (tooMany === null) return;
    const admitted = await admit(takeParts, asking);
    if (admitted.ok) admitted.value.coming.ended(0);
    exchange.answerFailure(admitted.ok ? tooMany : admitted.failure);
  };
};

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
async function admit(parts: TakeParts, asking: Asking): Promise<Result<Asked>> {
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

interface TakeParts extends VisitorFileParts {
  readonly visitorFiles: VisitorFiles;
}

interface Asked {
  readonly page: WidgetPage;
  readonly letter: VisitorLetter;
  readonly request: VisitorFileRequest;
  readonly wanted: AskedFile;
  readonly coming: ComingFile;
}

async function takeFile(
  parts: TakeParts,
  exchange: HttpExchange,
  admission: Promise<Result<Asked>>,
  times: TransferTimes,
): Promise<void> {
  const hash = createHash("sha256");
  let cameBytes = 0;
  const take = async (received: ReceivedFile, asked: Asked): Promise<void> => {
    const { file } = received;
    const sent = toVisitorFile(parts.publicUrl(), asked, received, hash.digest("base64url"));
    const written = await keepFile(parts, asked, sent, file);
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
async function answerWritten(exchange: HttpExchange, outcome: TurnDone, { store }: TakeParts): Promise<void> {
  const { actor, answer: seq } = outcome;
  const chatId = asChatId(actor?.slice(actor.indexOf("/") + 1) ?? "");
  const brought = broughtBy(outcome);
  const media = brought === null ? await readMedia(store, chatId, seq) : brought.message.content.media;
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
async function keepFile(parts: TakeParts, asked: Asked, sent: VisitorFile, file: NewFile): Promise<TurnOutcome> {
  const outcomes: TurnOutcome[] = [];
  await file.keep(async () => {
    const outcome = await parts.quotas.write(asked.wanted, sent.file.bytes, () => write(parts, asked, sent));
    outcomes.push(outcome);
    return broughtBy(outcome) !== null;
  });
  const [written] = outcomes;
  assert(written !== undefined, "a file was kept without its message");
  return written;
}

/** Checks the widget again, because it may have changed while the bytes arrived. */
function write(parts: TakeParts, { page, letter }: Asked, sent: VisitorFile): Promise<TurnOutcome> {
  const { directory } = parts.runtime;
  const { channelId } = letter.visitor;
  const entry = directory.find(channelId);
  const refusal = refuseWidget(entry, page);
  if (entry === undefined || refusal !== null)
    return Promise.resolve({ ok: false, failure: failureOf(refusal), canRetry: false });
  return new Promise((resolve) => {
    parts.visitorFiles.send(letter, entry, sent, (outcome) => {
      sendToBlocked(outcome, letter.visitor, parts.runtime.visitorFeed);
      resolve(outcome);
    });
  });
}
