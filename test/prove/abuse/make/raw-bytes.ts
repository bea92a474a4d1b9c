import type { Random } from "../random.ts";

type Raw = readonly [how: string, bytes: string];

const get = "GET /healthz HTTP/1.1\r\n";
const host = "Host: a\r\n";
const post = `POST /chat-api/{{random}}/{{channel}} HTTP/1.1\r\n${host}`;
const body = '{"sender":{"id":"raw"},"message":{"type":"text","text":"smuggled"}}';

/** Heads that are no request, or whose end two readers may see at different places. Each character is one byte. */
const brokenHeads: readonly [Raw, ...Raw[]] = [
  ["nothing", ""],
  ["a blank line", "\r\n\r\n"],
  ["no version", "GET /healthz\r\n\r\n"],
  ["HTTP/1.0", `GET /healthz HTTP/1.0\r\n${host}\r\n`],
  ["HTTP/0.9", "GET /\r\n"],
  ["HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
  ["HTTP/9.9", `GET / HTTP/9.9\r\n${host}\r\n`],
  ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
  ["no host", `${get}\r\n`],
  ["two hosts", `${get}${host}${host}\r\n`],
  ["bare line feeds", "GET /healthz HTTP/1.1\nHost: a\n\n"],
  ["bare carriage returns", "GET /healthz HTTP/1.1\rHost: a\r\r"],
  ["a folded header", `${get}${host}X-A: b\r\n c\r\n\r\n`],
  ["a blank before the colon", `${get}${host}X-A : b\r\n\r\n`],
  ["a header without a colon", `${get}${host}X-A\r\n\r\n`],
  ["a header without a name", `${get}${host}: b\r\n\r\n`],
  ["a NUL in a header", `${get}${host}X-A: b\0c\r\n\r\n`],
  ["a NUL in a name", `${get}${host}X-\0A: b\r\n\r\n`],
  ["a NUL in the target", `GET /heal\0thz HTTP/1.1\r\n${host}\r\n`],
  ["a blank in the target", `GET /heal thz HTTP/1.1\r\n${host}\r\n`],
  ["a tab in the target", `GET\t/healthz\tHTTP/1.1\r\n${host}\r\n`],
  ["bytes over 127 in the target", `GET /\xff\xfe HTTP/1.1\r\n${host}\r\n`],
  ["an absolute target", `GET http://evil.example.com/healthz HTTP/1.1\r\n${host}\r\n`],
  ["a target without a slash", `GET healthz HTTP/1.1\r\n${host}\r\n`],
  ["a star", `OPTIONS * HTTP/1.1\r\n${host}\r\n`],
  ["CONNECT", `CONNECT evil.example.com:443 HTTP/1.1\r\n${host}\r\n`],
  ["a fragment", `GET /healthz#a HTTP/1.1\r\n${host}\r\n`],
  ["dot segments", `GET /../../etc/passwd HTTP/1.1\r\n${host}\r\n`],
  ["a long target", `GET /${"a".repeat(20_000)} HTTP/1.1\r\n${host}\r\n`],
  ["a long method", `${"G".repeat(20_000)} / HTTP/1.1\r\n${host}\r\n`],
  ["a long name", `${get}${host}${"X".repeat(20_000)}: b\r\n\r\n`],
  ["more after the request", `${get}${host}\r\ngarbage\0\xff`],
  ["ten at once", `${get}${host}\r\n`.repeat(10)],
  ["ten that wait at once", `${post}Content-Length: ${body.length}\r\n\r\n${body}`.repeat(10)],
];

const brokenBodies: readonly [Raw, ...Raw[]] = [
  ["two lengths", `${post}Content-Length: 5\r\nContent-Length: ${body.length}\r\n\r\n${body}`],
  ["a list of lengths", `${post}Content-Length: 5, ${body.length}\r\n\r\n${body}`],
  ["a length with a sign", `${post}Content-Length: +${body.length}\r\n\r\n${body}`],
  ["a negative length", `${post}Content-Length: -1\r\n\r\n${body}`],
  ["a length in hexadecimal", `${post}Content-Length: 0x10\r\n\r\n${body}`],
  ["a length with blanks", `${post}Content-Length:   ${body.length}  \r\n\r\n${body}`],
  ["no length behind the colon", `${post}Content-Length: \r\n\r\n${body}`],
  ["a huge length", `${post}Content-Length: 18446744073709551617\r\n\r\n${body}`],
  ["a length over the bound", `${post}Content-Length: 99999999\r\n\r\n${body}`],
  ["a length too short", `${post}Content-Length: 10\r\n\r\n${body}`],
  ["a length too long", `${post}Content-Length: 500\r\n\r\n${body}`],
  ["length and chunks", `${post}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${get}${host}\r\n`],
  ["chunks and length", `${post}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n`],
  ["two encodings", `${post}Transfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n`],
  ["chunked not last", `${post}Transfer-Encoding: chunked, gzip\r\n\r\n0\r\n\r\n`],
  ["chunked in other letters", `${post}Transfer-Encoding: cHuNkEd\r\n\r\n0\r\n\r\n`],
  ["chunked with a blank", `${post}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n`],
  ["chunked with a tab", `${post}Transfer-Encoding:\tchunked\r\n\r\n0\r\n\r\n`],
  ["another encoding", `${post}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`],
  ["a chunk of no size", `${post}Transfer-Encoding: chunked\r\n\r\n\r\n\r\n`],
  ["a chunk of letters", `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n`],
  ["a negative chunk", `${post}Transfer-Encoding: chunked\r\n\r\n-1\r\n{}\r\n0\r\n\r\n`],
  ["a huge chunk", `${post}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}\r\n0\r\n\r\n`],
  ["a long chunk size", `${post}Transfer-Encoding: chunked\r\n\r\n${"0".repeat(5_000)}2\r\n{}\r\n0\r\n\r\n`],
  ["a chunk extension", `${post}Transfer-Encoding: chunked\r\n\r\n2;a="\r\n{}\r\n0\r\n\r\n`],
  ["trailers", `${post}Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\nContent-Length: 5\r\n\r\n`],
  ["line feeds between chunks", `${post}Transfer-Encoding: chunked\r\n\r\n2\n{}\n0\n\n`],
  ["a GET with a body", `GET /healthz HTTP/1.1\r\n${host}Content-Length: 2\r\n\r\n{}`],
];

const upgrade = (path: string, more = ""): string =>
  `GET ${path} HTTP/1.1\r\n${host}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n${more}`;
const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
/** Returns a frame as it is sent: its first bytes in hexadecimal, then its mask of zeros and its payload. */
const frame = (head: string, payload = ""): string =>
  `${upgrade("/ws/widget", key)}\r\n${Buffer.from(head, "hex").toString("latin1")}\0\0\0\0${payload}`;

const brokenSockets: readonly [Raw, ...Raw[]] = [
  ["an upgrade without a key", `${upgrade("/ws/desk")}\r\n`],
  ["an upgrade with a short key", `${upgrade("/ws/desk", "Sec-WebSocket-Key: a\r\n")}\r\n`],
  ["an upgrade of another version", `${upgrade("/ws/desk", key).replace("13", "8")}\r\n`],
  ["an upgrade of a page", `${upgrade("/healthz", key)}\r\n`],
  ["an upgrade by POST", `${upgrade("/ws/desk", key).replace("GET", "POST")}\r\n`],
  ["an upgrade with a body", `${upgrade("/ws/desk", `${key}Content-Length: 5\r\n`)}\r\nhello`],
  ["odd extensions", `${upgrade("/ws/desk", `${key}Sec-WebSocket-Extensions: permessage-deflate; a="\r\n`)}\r\n`],
  ["odd protocols", `${upgrade("/ws/desk", `${key}Sec-WebSocket-Protocol: a, b\r\n`)}\r\n`],
  ["a frame without a mask", `${upgrade("/ws/widget", key)}\r\n\x81\x02{}`],
  ["a reserved bit", frame("f182", "{}")],
  ["a reserved kind", frame("8382", "{}")],
  ["a text of no UTF-8", frame("8182", "\xff\xfe")],
  ["a text cut within a character", `${frame("0181", "\xc3")}\x80\x81\0\0\0\0\x28`],
  ["a continuation of nothing", frame("8082", "{}")],
  ["a text within a text", `${frame("0182", "{}")}\x81\x82\0\0\0\0{}`],
  ["an empty text", frame("8180")],
  ["bytes", frame("8282", "{}")],
  ["a long ping", frame(`89fe00ff`, "a".repeat(255))],
  ["a ping in pieces", frame("0982", "{}")],
  ["a close without a reason", frame("8880")],
  ["a close of one byte", frame("8881", "a")],
  ["a close with a number that is none", frame("8882", "\x03\xed")],
  ["a close with broken text", frame("8884", "\x03\xe8\xff\xff")],
  ["a frame of 2^63 bytes", frame("81ffffffffffffffffff", "{}")],
  ["a frame over the bound", frame("81ff0000000000100000", "x".repeat(100))],
  ["a length in more bytes than needed", frame("81fe0002", "{}")],
];

/** Returns bytes for a separate connection: invalid on purpose, cut off, or with one byte changed. */
export function rawBytes(random: Random): { readonly how: string; readonly bytes: string } {
  const kind = random.pick([brokenHeads, brokenBodies, brokenSockets]);
  const [how, bytes] = random.pick(kind);
  const place = random.integer(0, Math.max(0, bytes.length - 1));
  const changed = String.fromCharCode(random.integer(0, 255));
  return random.weighted([
    [6, { how, bytes }],
    [1, { how: `${how}, cut off`, bytes: bytes.slice(0, place) }],
    [1, { how: `${how}, a byte changed`, bytes: bytes.slice(0, place) + changed + bytes.slice(place + 1) }],
  ]);
}
