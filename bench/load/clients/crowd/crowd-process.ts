import { randomBytes } from "node:crypto";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { monotonicUs } from "../../profile/profile.ts";
import type { CrowdAnswer, CrowdCommand, ExpectedMode, ExpectedRun, OpenCommand } from "./crowd.ts";
import type { HearFrame } from "./frame-reader.ts";
import { encodeClientFrame, FrameReader, opcodes } from "./frame-reader.ts";
import type { Tally } from "./tallies.ts";
import { DeskTally, PageTally } from "./tallies.ts";

interface RawSocketOptions {
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
function openRawSocket({ url, path, localAddress, hello, hear, closed }: RawSocketOptions): Socket {
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

/**
 * Many sockets of one kind in a separate process, which reports what they received. Argument: desks or pages. The bench sends
 * commands over the channel between the two processes. The process ends when the channel closes.
 */
const [kind] = process.argv.slice(2);
const opensAtOnce = 100;
const patienceMs = 30_000;
const readyStart = '{"type":"ready"';
/** The offset between two clocks: one is cheap to read, the other is shared by all processes. */
const offsetUs = monotonicUs() - performance.now() * 1000;

let tally: Tally<unknown, object> | null = null;
const open = new Set<number>();
let closed = 0;
let closedWhy = "";

async function openAll(command: OpenCommand): Promise<void> {
  const made = createTally(command.count);
  tally = made;
  for (let first = 0; first < command.count; first += opensAtOnce) {
    const length = Math.min(opensAtOnce, command.count - first);
    await Promise.all(Array.from({ length }, (_, at) => openOne(first + at, command, made)));
  }
}

/** The types of the expectations of desks and pages are checked where the expectations are made. */
const createTally = (count: number): Tally<unknown, object> => {
  if (kind !== "desks") return new PageTally() as Tally<ExpectedMode, object> as Tally<unknown, object>;
  return new DeskTally(count) as Tally<ExpectedRun, object> as Tally<unknown, object>;
};

/** Resolves when the socket has received `ready`. */
function openOne(socket: number, command: OpenCommand, heard: Tally<unknown, object>): Promise<void> {
  const { url, path, hellos, addresses } = command;
  const pick = (texts: readonly string[]): string => texts[socket % texts.length] ?? "";
  let isReady = false;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`Socket ${socket} had no answer in ${patienceMs} ms`)), patienceMs);
    openRawSocket({
      ...{ url, path, localAddress: pick(addresses), hello: pick(hellos) },
      hear(opcode, bytes, from, until) {
        if (opcode !== opcodes.text) return;
        if (!isReady && bytes.toString("latin1", from, from + readyStart.length) === readyStart) {
          isReady = true;
          open.add(socket);
          clearTimeout(timer);
          resolve();
        }
        heard.hear(socket, { bytes, from, until }, performance.now() * 1000 + offsetUs);
      },
      closed(reason) {
        clearTimeout(timer);
        if (open.delete(socket)) {
          closed += 1;
          closedWhy ||= reason;
        }
        reject(new Error(`Socket ${socket}: ${reason}`));
      },
    });
  });
}

async function obey(command: CrowdCommand): Promise<object> {
  switch (command.name) {
    case "open":
      await openAll(command.open);
      return {};
    case "expect":
      tally?.expect(command.expected);
      return {};
    case "report":
      return { ...tally?.report(open), closed, closedWhy };
  }
}

const answer = (text: CrowdAnswer): void => void process.send?.(text);

process.on("message", (command: CrowdCommand) => {
  obey(command).then(
    (report) => answer({ report }),
    (error: unknown) => answer({ problem: error instanceof Error ? error.message : String(error) }),
  );
});
process.once("disconnect", () => process.exit(0));
