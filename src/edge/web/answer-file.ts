import type { HeaderList } from "../failure-answer.ts";
import type { HttpExchange } from "../http-exchange.ts";
import type { WebFile } from "./web-files.ts";

/** Answers the file in the best form the browser takes, or 304 to one that has it. Before the handler returns only. */
export function answerFile(exchange: HttpExchange, file: WebFile, headers: HeaderList): void {
  const always = ["Vary", "Accept-Encoding", "ETag", file.etag, ...headers];
  if (isHeld(file, exchange.header("if-none-match")) && exchange.mayAnswerNotModified()) {
    exchange.answer(304, { headers: always });
    return;
  }
  const { encoding, body } = chooseForm(file, exchange.header("accept-encoding"));
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

/** What `Accept-Encoding` names, but for what it refuses by `;q=0`. Source: RFC 9110, section 12.5.3. */
export const acceptedEncodings = (header: string): readonly string[] =>
  header
    .split(",")
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(";", 1)[0]?.trim().toLowerCase() ?? "");

function chooseForm({ plain, gzip, brotli }: WebFile, accepted: string) {
  const names = acceptedEncodings(accepted);
  if (names.includes("br")) return { encoding: "br", body: brotli };
  if (names.includes("gzip")) return { encoding: "gzip", body: gzip };
  return { encoding: null, body: plain };
}
