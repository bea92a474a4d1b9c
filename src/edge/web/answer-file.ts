import type { HeaderList } from "../failure-answer.ts";
import type { HttpExchange } from "../http-exchange.ts";
import type { WebFile } from "./web-files.ts";

/** Answers the file in the best form the browser takes. Before the handler returns only. */
export function answerFile(exchange: HttpExchange, file: WebFile, headers: HeaderList): void {
  const { encoding, body } = chooseForm(file, exchange.header("accept-encoding"));
  exchange.answer(200, {
    contentType: file.contentType,
    headers: [
      ...["X-Content-Type-Options", "nosniff"],
      ...["Vary", "Accept-Encoding"],
      ...(encoding === null ? [] : ["Content-Encoding", encoding]),
      ...headers,
    ],
    body,
  });
}

/** A form refused by `;q=0` is not taken. Source: RFC 9110, section 12.5.3. */
function chooseForm({ plain, gzip, brotli }: WebFile, accepted: string) {
  const names = accepted
    .split(",")
    .filter((one) => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map((one) => one.split(";", 1)[0]?.trim().toLowerCase());
  if (names.includes("br")) return { encoding: "br", body: brotli };
  if (names.includes("gzip")) return { encoding: "gzip", body: gzip };
  return { encoding: null, body: plain };
}
