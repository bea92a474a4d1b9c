import type { HeaderList } from "../answer/failure-answer.ts";
import { acceptedEncodings } from "../answer/packing.ts";
import type { HttpExchange } from "../http/http-exchange.ts";
import type { WebFile } from "./web-files.ts";

/** What a browser says of the file it asks for. */
export interface FileWish {
  readonly held: string;
  readonly accepted: string;
}

/** Before the handler returns only. */
export const readFileWish = (exchange: HttpExchange): FileWish => ({
  held: exchange.header("if-none-match"),
  accepted: exchange.header("accept-encoding"),
});

/** Answers the file in the best form the browser takes, or 304 to one that has it. Without a wish before the handler returns only. */
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

/** Compared weakly. Source: RFC 9110, section 13.1.2. */
const isHeld = ({ etag }: WebFile, held: string): boolean =>
  held.split(",").some((one) => one.trim() === "*" || one.trim().replace(/^(W\/)?/, "W/") === etag);

function chooseForm({ plain, gzip, brotli }: WebFile, accepted: string) {
  const names = acceptedEncodings(accepted);
  if (brotli !== null && names.includes("br")) return { encoding: "br", body: brotli };
  if (gzip !== null && names.includes("gzip")) return { encoding: "gzip", body: gzip };
  return { encoding: null, body: plain };
}
