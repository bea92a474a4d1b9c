import type { Behaviour } from "../peer.ts";
import { reply } from "../peer.ts";

/** The maximum of bytes that are read of an answer. Source: WH-33. */
export const answerBytesMax = 256 * 1024;

interface Row {
  readonly name: string;
  readonly behave: Behaviour;
  /** The checked part of the outcome. */
  readonly outcome: object;
}

const delivered = { failure: null, isFinal: true, retryAfterMs: 0 };
export const noted = (note: string | null) => ({ ...delivered, trace: { note } });
/** The outcome of a refusal. The request is not repeated, because the receiver has answered. */
const refused = (message: string) => ({
  failure: { kind: "error_answer", code: "error_answer", message },
  isFinal: true,
  crmAnswer: null,
});
export const repeated = (kind: string, message: string | RegExp) => ({
  failure: { kind, code: kind, message },
  isFinal: false,
  crmAnswer: null,
});
export const ok = (body: string, headers = "") => reply("200 OK", body, headers);
const raw =
  (bytes: string | Uint8Array): Behaviour =>
  (socket) =>
    void socket.end(bytes);
const typed = (type: string) => `Content-Type: ${type}\r\n`;
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;

export const answerRows: readonly Row[] = [
  ...["ok", "OK", "Ok", "oK"].map((result) => ({
    name: `result ${result}`,
    behave: ok(JSON.stringify({ result })),
    outcome: { ...noted(null), crmAnswer: null },
  })),
  ...["text/html", "text/plain; charset=windows-1251", "application/json; charset=utf-16", "image/png", "nonsense"].map(
    (type) => ({
      name: `JSON under ${type}`,
      behave: ok('{"result":"ok","crm_link":"https://crm.example/7"}', typed(type)),
      outcome: { ...noted(null), crmAnswer: { crmLink: "https://crm.example/7" } },
    }),
  ),
  ...["201 Created", "202 Accepted", "226 IM Used", "299 Fine"].map((status) => ({
    name: status,
    behave: reply(status, '{"result":"ok"}'),
    outcome: { ...noted(null), httpStatus: Number(status.slice(0, 3)) },
  })),
  { name: "JSON after a byte-order mark", behave: ok('\ufeff{"result":"OK"}'), outcome: noted(null) },
  {
    name: "JSON after a byte-order mark, refused",
    behave: ok('\ufeff \r\n{"result":"No"}'),
    outcome: refused("No"),
  },
  {
    name: "chunked JSON",
    behave: raw('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{"result"\r\n6\r\n:"ok"}\r\n0\r\n\r\n'),
    outcome: noted(null),
  },
  {
    name: "JSON up to the end of the connection",
    behave: raw('HTTP/1.1 200 OK\r\n\r\n{"result":"ok"}'),
    outcome: noted(null),
  },
  {
    name: "an answer after an early hint",
    behave: raw(
      'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nRetry-After: 9\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{"result":"ok"}',
    ),
    outcome: noted(null),
  },
  { name: "an empty body", behave: ok(""), outcome: { ...noted("no JSON object"), crmAnswer: null } },
  {
    name: "204",
    behave: raw("HTTP/1.1 204 No Content\r\n\r\n"),
    outcome: { ...noted("no JSON object"), httpStatus: 204 },
  },
  ...["<h1>ok</h1>", "ok", '["ok"]', '"ok"', "null", "true", '{"result":"ok"', "{'result':'ok'}"].map((body) => ({
    name: `no JSON object: ${body}`,
    behave: ok(body, typed("application/json")),
    outcome: { ...noted("no JSON object"), crmAnswer: null },
  })),
  ...["{}", '{"result":null}', '{"Result":"FAILURE"}', '{"__proto__":{"result":"FAILURE"}}'].map((body) => ({
    name: `no result: ${body}`,
    behave: ok(body),
    outcome: { ...noted("no result"), crmAnswer: null },
  })),
  {
    name: "bytes that are no UTF-8",
    behave: raw(Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\n\r\n"), Buffer.from([0xff, 0xfe, 0x7b, 0x00])])),
    outcome: noted("no JSON object"),
  },
  {
    name: "FAILURE",
    behave: ok('{"result":"FAILURE"}'),
    outcome: refused("The receiver answered FAILURE."),
  },
  {
    name: "failure in lower case",
    behave: ok('{"result":" failure\\n"}'),
    outcome: refused("The receiver answered FAILURE."),
  },
  {
    name: "an error text",
    behave: ok('{"result":"Client 7 is <b>blocked</b>"}'),
    outcome: refused("Client 7 is <b>blocked</b>"),
  },
  {
    name: "an error text under 201",
    behave: reply("201 Created", '{"result":"No"}'),
    outcome: { ...refused("No"), httpStatus: 201 },
  },
  { name: "ok with other text around it", behave: ok('{"result":"ok!"}'), outcome: refused("ok!") },
  {
    name: "an empty text",
    behave: ok('{"result":" \\u0000"}'),
    outcome: refused("The receiver answered an empty result."),
  },
  {
    name: "a number",
    behave: ok('{"result":0}'),
    outcome: refused("The receiver answered the result 0."),
  },
  {
    name: "false",
    behave: ok('{"result":false}'),
    outcome: refused("The receiver answered the result false."),
  },
  {
    name: "an object",
    behave: ok('{"result":{"ok":true}}'),
    outcome: refused("The receiver answered the result an object."),
  },
  {
    name: "nested too deep",
    behave: ok(`{"result":${nested(100_000)}}`),
    outcome: refused("The receiver answered the result an array."),
  },
  {
    name: "a text with invisible characters",
    behave: ok('{"result":"a\\u0000b\\u001b[31mc\\ud800"}'),
    outcome: refused("ab[31mc\ufffd"),
  },
  {
    name: "a text of 600 code points",
    behave: ok(JSON.stringify({ result: "😀".repeat(600) })),
    outcome: refused("😀".repeat(500)),
  },
  {
    name: "an answer of exactly 256 KiB",
    behave: ok(`{"result":"No"}`.padStart(answerBytesMax)),
    outcome: refused("No"),
  },
  {
    name: "an answer that ends one byte later",
    behave: ok(`{"result":"No"}`.padStart(answerBytesMax + 1)),
    outcome: noted("no JSON object"),
  },
  {
    name: "an ok after 256 KiB",
    behave: ok(`{"pad":"${"x".repeat(answerBytesMax)}","result":"ok"}`),
    outcome: noted("no JSON object"),
  },
  ...["301 Moved Permanently", "302 Found", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect"].map(
    (status) => ({
      name: status,
      behave: reply(status, '{"result":"ok"}', "Location: /elsewhere\r\n"),
      outcome: {
        httpStatus: Number(status.slice(0, 3)),
        ...repeated(
          "http_status",
          `The receiver answered with a redirect (HTTP ${status.slice(0, 3)}), which is not followed.`,
        ),
      },
    }),
  ),
  ...[
    "304 Not Modified",
    "400 Bad",
    "401 No",
    "403 No",
    "404 Not Found",
    "408 Slow",
    "413 Big",
    "422 No",
    "500 Oh",
    "502 Bad",
    "503 Busy",
    "504 Slow",
    "599 Odd",
  ].map((status) => ({
    name: `${status}, with any body`,
    behave: status.startsWith("304") ? raw(`HTTP/1.1 ${status}\r\n\r\n`) : reply(status, '{"result":"ok"}'),
    outcome: {
      httpStatus: Number(status.slice(0, 3)),
      ...repeated("http_status", new RegExp(`HTTP ${status.slice(0, 3)}`)),
      retryAfterMs: 0,
    },
  })),
  {
    name: "410",
    behave: reply("410 Gone", '{"result":"ok"}'),
    outcome: {
      httpStatus: 410,
      failure: {
        kind: "gone",
        code: "gone",
        message: "The receiver answered HTTP 410: it does not want this event again.",
      },
      isFinal: true,
      crmAnswer: null,
    },
  },
  ...(
    [
      ["503 Busy", "Retry-After: 120", 120_000],
      ["429 Slow down", "retry-after:   7  ", 7_000],
      ["429 Slow down", "Retry-After: Tue, 14 Nov 2023 22:14:20 GMT", 60_000],
      ["503 Busy", "Retry-After: Tue, 14 Nov 2023 22:12:20 GMT", 0],
      ["503 Busy", "Retry-After: later, please, in 2030", 0],
      ["503 Busy", "Retry-After: -3", 0],
      ["503 Busy", "Retry-After: 172800", 172_800_000],
      ["302 Found", "Retry-After: 30", 30_000],
      ["503 Busy", "Retry-After: 5\r\nRetry-After: 9", 5_000],
    ] as const
  ).map(([status, header, retryAfterMs]) => ({
    name: `${status} with ${header.replace(/\s+/g, " ")}`,
    behave: reply(status, "", `${header}\r\n`),
    outcome: { isFinal: false, failure: { kind: "http_status" }, retryAfterMs },
  })),
  {
    name: "a 410 that is cut off",
    behave: raw("HTTP/1.1 410 Gone\r\nContent-Length: 99\r\n\r\nno more"),
    outcome: { httpStatus: 410, failure: { kind: "gone" }, isFinal: true, trace: { answer: "no more" } },
  },
  {
    name: "a 503 that is cut off",
    behave: raw("HTTP/1.1 503 Busy\r\nRetry-After: 90\r\nContent-Length: 99\r\n\r\nlater"),
    outcome: { httpStatus: 503, failure: { kind: "http_status" }, isFinal: false, retryAfterMs: 90_000 },
  },
  {
    name: "what is no HTTP",
    behave: raw("SSH-2.0-OpenSSH_9.2\r\n\r\n"),
    outcome: repeated("unexpected_answer", "The receiver's answer is not valid HTTP."),
  },
  {
    name: "a connection closed without an answer",
    behave: (socket) => void socket.end(),
    outcome: repeated("connection", "The receiver closed the connection before it had answered."),
  },
  {
    name: "a connection reset",
    behave: (socket) => void socket.resetAndDestroy(),
    outcome: repeated("connection", "The receiver closed the connection before it had answered."),
  },
  {
    name: "an ok that is cut off",
    behave: raw('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"result":"ok"}'),
    outcome: repeated("connection", "The receiver closed the connection before it had answered."),
  },
  {
    name: "another protocol",
    behave: raw("HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n"),
    outcome: repeated("connection", /closed the connection/),
  },
];
