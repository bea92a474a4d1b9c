import net from "node:net";
import { reset } from "../harness/reset.ts";

/** One answer on the wire. */
export interface WireAnswer {
  readonly status: number;
  readonly reason: string;
  /** Lower-case names. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
  /** Status line and headers as sent, without the two headers that differ each time. */
  readonly fixedHead: string;
}

/** A raw connection: writes any bytes and reads answers one by one. */
export interface Wire {
  send(data: string | Uint8Array): void;
  /** The next answer; `hasBody: false` after a HEAD. Rejects if the connection closes before the answer is complete. */
  answer(hasBody?: boolean): Promise<WireAnswer>;
  /** Resolves when the connection is closed, with the received bytes that were not read. */
  readonly closed: Promise<string>;
  /** Ends the connection at once. */
  abort(): void;
}

export async function openWire(port: number, host = "127.0.0.1"): Promise<Wire> {
  const socket = net.connect(port, host);
  let received = "";
  let isClosed = false;
  let notify = (): void => undefined;
  socket.setEncoding("latin1");
  socket.on("data", (data: string) => {
    received += data;
    notify();
  });
  socket.on("error", () => notify());
  const closed = new Promise<string>((resolve) => {
    socket.on("close", () => {
      isClosed = true;
      notify();
      resolve(received);
    });
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  return {
    send: (data) => void socket.write(data),
    async answer(hasBody = true) {
      for (;;) {
        const whole = takeAnswer(received, hasBody);
        if (whole !== null) {
          received = whole.rest;
          return whole.answer;
        }
        if (isClosed) throw new Error(`closed before an answer was whole: ${JSON.stringify(received)}`);
        await new Promise<void>((resolve) => {
          notify = resolve;
        });
      }
    },
    closed,
    abort: () => reset(socket),
  };
}

function takeAnswer(text: string, hasBody: boolean): { readonly answer: WireAnswer; readonly rest: string } | null {
  const end = text.indexOf("\r\n\r\n");
  if (end === -1) return null;
  const head = text.slice(0, end);
  const [statusLine = "", ...lines] = head.split("\r\n");
  const [, status = "", reason = ""] = /^HTTP\/1\.1 (\d{3}) (.*)$/.exec(statusLine) ?? [];
  const headers = new Map<string, string>();
  for (const line of lines) {
    const colon = line.indexOf(": ");
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 2));
  }
  const length = hasBody ? Number(headers.get("content-length") ?? 0) : 0;
  const body = text.slice(end + 4, end + 4 + length);
  if (body.length < length) return null;
  const fixedHead = [statusLine, ...lines.filter((line) => !/^(?:X-Request-Id|Date): /.test(line))].join("\r\n");
  const answer = { status: Number(status), reason, headers, body: Buffer.from(body, "latin1").toString(), fixedHead };
  return { answer, rest: text.slice(end + 4 + length) };
}

/** Request text; `Content-Length` is added for a body. */
export function request(method: string, path: string, body?: string, headers: readonly string[] = []): string {
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  return [`${method} ${path} HTTP/1.1`, "Host: parley.test", ...headers, ...length, "", body ?? ""].join("\r\n");
}

/** Sends one request over a separate connection. */
export async function ask(
  port: number,
  method: string,
  path: string,
  body?: string,
  headers?: readonly string[],
): Promise<WireAnswer> {
  const wire = await openWire(port);
  wire.send(request(method, path, body, headers));
  const answer = await wire.answer(method !== "HEAD");
  wire.abort();
  return answer;
}
