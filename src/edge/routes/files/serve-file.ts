import Type from "typebox";
import { readFileRow } from "../../../domain/chat/queries/file-queries.ts";
import type { StoredFile } from "../../../ports/file-store.ts";
import type { FileRow } from "../../../ports/store.ts";
import { failureBodyOf } from "../../answer/failure-answer.ts";
import type { TransferTimes } from "../../http/exchange-watch.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import { anyFile } from "../../openapi/media.ts";
import type { OperationDoc } from "../../server/operation.ts";
import type { Handler, Route } from "../../server/router.ts";
import { notModified } from "../../web/page-doc.ts";
import { findTransferCaller } from "../desk/desk-caller.ts";
import type { DeskParts } from "../desk/desk-parts.ts";
import type { ByteRange } from "./byte-range.ts";
import { parseRange } from "./byte-range.ts";
import { etagOf, fileHeaders, isKnownTo, servedType } from "./file-headers.ts";
import type { Transfers } from "./transfers.ts";

/**
 * `GET|HEAD /files/{token}/{name}`: a file of a chat, for anyone with its URL. Only the token selects the file; the name is for
 * readers. Source: CH-60.
 */
export const serveFileRoute = (desk: DeskParts, transfers: Transfers): Route => ({
  pattern: "/files/:token/:name",
  methods: { get: serve(desk, transfers) },
  docs: { get: serveDoc },
});

const serveDoc: OperationDoc = {
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
  failures: ["not_found", "rate_limited"],
};

const serve =
  (desk: DeskParts, transfers: Transfers): Handler =>
  async (exchange, [token = ""]) => {
    const [known, rangeText, caller] = [
      exchange.header("if-none-match"),
      exchange.header("range"),
      findTransferCaller(desk, exchange),
    ];
    const row = tokenPattern.test(token) ? await readFileRow(desk.store, token) : undefined;
    if (row === undefined) return exchange.answerFailure(noSuchFile);
    exchange.subject = `chat/${row.chatId}`;
    if (isKnownTo(known, etagOf(row)) && exchange.mayAnswerNotModified()) {
      return exchange.answer(304, { headers: fileHeaders(row) });
    }
    const range = exchange.method === "get" ? parseRange(rangeText, row.bytes) : null;
    if (range === "unsatisfiable") return refuseRange(exchange, row);
    const tooMany = await transfers.run(caller, (times) => send(desk, exchange, { token, row, range }, times));
    if (tooMany !== null) exchange.answerFailure(tooMany);
  };

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

async function send(desk: DeskParts, exchange: HttpExchange, asked: AskedFile, times: TransferTimes): Promise<void> {
  const { row, token } = asked;
  const file = await desk.files.open(token);
  if (file === null) {
    desk.log.error(
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
