import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { connect } from "node:net";
import type { HearFrame } from "./frame-reader.ts";
import { encodeClientFrame, FrameReader, opcodes } from "./frame-reader.ts";

export interface RawSocketOptions {
  /** The service's URL, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  readonly path: string;
  /** The client's own loopback address. */
  readonly localAddress: string;
  /** The text of the first frame. */
  readonly hello: string;
  readonly hear: HearFrame;
  /** Called once; `reason` is a sentence. */
  readonly closed: (reason: string) => void;
}

/** All sockets read into this buffer, one after the other. */
const shared = Buffer.allocUnsafe(64 * 1024);
const headEnd = "\r\n\r\n";
const pong = encodeClientFrame(opcodes.pong);

/**
 * Opens a minimal WebSocket client: it upgrades, sends its hello and answers pings. The socket ends with its process, or when it
 * is destroyed.
 */
export function openRawSocket({ url, path, localAddress, hello, hear, closed }: RawSocketOptions): Socket {
  const { hostname, port, host } = new URL(url);
  const reader = new FrameReader();
  let head: string | null = "";
  let reason = "it was cut off";
  const hearFrame: HearFrame = (opcode, bytes, from, until) => {
    if (opcode === opcodes.ping) socket.write(pong);
    else if (opcode === opcodes.close) reason = `closed with ${describeClose(bytes.subarray(from, until))}`;
    else hear(opcode, bytes, from, until);
  };
  const take = (count: number): boolean => {
    let came = shared.subarray(0, count);
    if (head !== null) {
      head += came.toString("latin1");
      const end = head.indexOf(headEnd);
      if (end < 0) return true;
      if (!head.startsWith("HTTP/1.1 101 ")) {
        reason = `the upgrade was answered ${head.slice(0, head.indexOf("\r\n"))}`;
        socket.destroy();
        return true;
      }
      came = Buffer.from(head.slice(end + headEnd.length), "latin1");
      head = null;
      socket.write(encodeClientFrame(opcodes.text, hello));
    }
    reader.take(came, hearFrame);
    return true;
  };
  const socket = connect({
    host: hostname,
    port: Number(port),
    localAddress,
    onread: { buffer: shared, callback: take },
  });
  socket.setNoDelay(true);
  socket.on("error", (error) => {
    reason = error.message;
  });
  socket.once("close", () => closed(reason));
  socket.write(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n` +
      `Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${randomBytes(16).toString("base64")}\r\n\r\n`,
  );
  return socket;
}

const describeClose = (payload: Buffer): string =>
  payload.length < 2 ? "no code" : `${payload.readUInt16BE(0)} ${payload.toString("utf8", 2)}`.trimEnd();
