import type { HeaderList } from "../answer/failure-answer.ts";
import { acceptedEncodings } from "../answer/packing.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import type { OperationDoc } from "../server/operation.ts";
import type { Route } from "../server/router.ts";
import { notModified } from "./page-doc.ts";
import type { WebFile } from "./web-files.ts";
import { createMadeFiles } from "./web-files.ts";

/** The request headers of a browser that choose the form of the file. */
export interface FileWish {
  readonly held: string;
  readonly accepted: string;
}

/** Call it before the handler returns. */
export const readFileWish = (exchange: HttpExchange): FileWish => ({
  held: exchange.header("if-none-match"),
  accepted: exchange.header("accept-encoding"),
});

/**
 * Answers with the smallest form of the file that the browser accepts, or 304 if the browser has the file. Without a wish, call
 * it before the handler returns.
 */
export function answerFile(
  exchange: HttpExchange,
  file: WebFile,
  headers: HeaderList,
  { held, accepted }: FileWish = readFileWish(exchange),
): void {
  const always = ["Vary", "Accept-Encoding", "ETag", file.etag, ...headers];
  if (isHeld(file, held) && exchange.mayAnswerNotModified()) {
    exchange.answer(304, { headers: always });
    return;
  }
  const { encoding, body } = chooseForm(file, accepted);
  exchange.answer(200, {
    contentType: file.contentType,
    headers: [
      ...["X-Content-Type-Options", "nosniff"],
      ...(encoding === null ? [] : ["Content-Encoding", encoding]),
      ...always,
    ],
    body,
  });
}

/** Whether the browser has this file. Tags are compared weakly. Source: RFC 9110, section 13.1.2. */
const isHeld = ({ etag }: WebFile, held: string): boolean =>
  held.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^(W\/)?/, "W/") === etag);

/** Reads only the form that is sent, because a form may be compressed when it is read. */
function chooseForm(file: WebFile, accepted: string) {
  const names = acceptedEncodings(accepted);
  const brotli = names.includes("br") ? file.brotli : null;
  if (brotli !== null) return { encoding: "br", body: brotli };
  const gzip = names.includes("gzip") ? file.gzip : null;
  if (gzip !== null) return { encoding: "gzip", body: gzip };
  return { encoding: null, body: file.plain };
}

/** A document about the service for programs. The text is made at the first request under each public URL, and kept. */
export function documentRoute(
  pattern: string,
  contentType: string,
  make: (publicUrl: string) => string,
  doc: Pick<OperationDoc, "id" | "summary" | "answer">,
  publicUrl: () => string = () => "",
): Route {
  const files = createMadeFiles(contentType);
  return {
    pattern,
    gate: "none",
    methods: {
      get(exchange) {
        const url = publicUrl();
        const file = files(url, () => make(url));
        answerFile(exchange, file, ["Cache-Control", "no-cache"]);
      },
    },
    docs: { get: { ...doc, tag: "Operations", access: "anyone", otherAnswers: [notModified] } },
  };
}
