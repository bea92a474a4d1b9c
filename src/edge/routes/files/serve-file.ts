import Type from "typebox";
import { readFileRow } from "../../../domain/chat/queries/file-queries.ts";
import type { FileStore, StoredFile } from "../../../ports/file-store.ts";
import type { Log } from "../../../ports/log.ts";
import type { FileRow, Store } from "../../../ports/store.ts";
import { failureBodyOf } from "../../answer/failure-answer.ts";
import type { TransferTimes } from "../../http/exchange-watch.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import { anyFile } from "../../server/operation.ts";
import { notModified } from "../../web/page-doc.ts";
import type { Callers } from "../desk/desk-caller.ts";
import type { Operation } from "../operation.ts";
import { rawOperation } from "../operation.ts";
import { etagOf, fileHeaders, isKnownTo, servedType } from "./file-headers.ts";
import type { Transfers } from "./transfers.ts";

interface StoredFiles {
  readonly callers: Callers;
  readonly store: Store;
  readonly files: FileStore;
  readonly log: Log;
  readonly transfers: Transfers;
}

/**
 * `GET|HEAD /files/{token}/{name}`: a file of a chat, for anyone with its URL. Only the token selects the file; the name is for
 * readers. Source: CH-60.
 */
export const readFile = (stored: StoredFiles): Operation =>
  rawOperation({
    method: "get",
    path: "/files/:token/:name",
    id: "readFile",
    summary: "Returns a file of a chat. The request can ask for one byte range.",
    tag: "Files",
    access: "anyone",
    answer: { status: 200, description: "The file.", media: anyFile },
    otherAnswers: [
      {
        status: 206,
        description: "The part that Range asked for.",
        media: anyFile,
        headers: { "Content-Range": "Which bytes these are, and of how many." },
      },
      notModified,
      {
        status: 416,
        description: "Range begins after the end of the file.",
        schema: Type.Unsafe({ $ref: "#/components/schemas/Error" }),
        headers: { "Content-Range": "How many bytes the file has." },
      },
    ],
    failures: ["rate_limited"],
    async serve({ exchange, parameters: [token] }) {
      const [known, rangeText] = [exchange.header("if-none-match"), exchange.header("range")];
      const caller = stored.callers.transferCaller(exchange);
      const row = tokenPattern.test(token) ? await readFileRow(stored.store, token) : undefined;
      if (row === undefined) return exchange.answerFailure(noSuchFile);
      exchange.subject = `chat/${row.chatId}`;
      if (isKnownTo(known, etagOf(row)) && exchange.mayAnswerNotModified())
        return exchange.answer(304, { headers: fileHeaders(row) });
      const range = exchange.method === "get" ? parseRange(rangeText, row.bytes) : null;
      if (range === "unsatisfiable") return refuseRange(exchange, row);
      const asked = { token, row, range };
      const tooMany = await stored.transfers.run(caller, (times) => send(stored, exchange, asked, times));
      if (tooMany !== null) exchange.answerFailure(tooMany);
    },
  });

const noSuchFile = { code: "not_found", message: "There is no such file." } as const;
/** A text of another form is not a token and is not looked up. */
const tokenPattern = /^[A-Za-z0-9_-]{22,64}$/;

/** Source: RFC 9110, section 15.5.17. */
function refuseRange(exchange: HttpExchange, { bytes }: FileRow): void {
  const message = `Header Range must begin before byte ${bytes}, the end of the file.`;
  const body = failureBodyOf({ code: "invalid_request", message });
  exchange.answer(416, { headers: ["Content-Range", `bytes */${bytes}`], body });
}

interface AskedFile {
  readonly token: string;
  readonly row: FileRow;
  /** `null` for the complete file. */
  readonly range: ByteRange | null;
}

async function send(
  stored: StoredFiles,
  exchange: HttpExchange,
  asked: AskedFile,
  times: TransferTimes,
): Promise<void> {
  const { row, token } = asked;
  const file = await stored.files.open(token);
  if (file === null) {
    stored.log.error(
      { requestId: exchange.requestId, chatId: row.chatId },
      "the bytes of a file are missing from the data folder",
    );
    return exchange.answerFailure(noSuchFile);
  }
  try {
    const { status, headers, source } = partOf(file, asked);
    await exchange.answerStream(status, { contentType: servedType(row), headers }, source, times);
  } finally {
    await file.close();
  }
}

function partOf(file: StoredFile, { row, range }: AskedFile) {
  if (range === null) return { status: 200, headers: fileHeaders(row), source: sourceOf(file, 0, row.bytes) };
  const { start, bytes } = range;
  const contentRange = ["Content-Range", `bytes ${start}-${start + bytes - 1}/${row.bytes}`];
  return { status: 206, headers: [...fileHeaders(row), ...contentRange], source: sourceOf(file, start, bytes) };
}

const sourceOf = (file: StoredFile, start: number, bytes: number) => ({
  bytes,
  read: (target: Uint8Array, position: number) => file.read(target, start + position),
});

/** The bytes of a file to send: `bytes` bytes from position `start`. */
interface ByteRange {
  readonly start: number;
  readonly bytes: number;
}

const rangePattern = /^bytes=([0-9]{0,15})-([0-9]{0,15})$/;

/**
 * Returns the range that a `Range` header requests. `null` for the complete file, also if the header is not understood or names
 * several ranges. `"unsatisfiable"` if the range starts after the end. Source: RFC 9110, section 14.
 */
function parseRange(header: string, size: number): ByteRange | "unsatisfiable" | null {
  const [, first = "", last = ""] = rangePattern.exec(header) ?? [];
  if (first === "" && last === "") return null;
  if (first === "") {
    const bytes = Math.min(Number(last), size);
    return bytes === 0 ? "unsatisfiable" : { start: size - bytes, bytes };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start < size ? { start, bytes: end - start + 1 } : "unsatisfiable";
}
