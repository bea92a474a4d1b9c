import type { Test } from "tap";
import { WebSocket } from "ws";
import type { VisitorChat, VisitorContact, VisitorMessage } from "../../src/codec/visitor/visitor.ts";
import type { Closing } from "./desk-client.ts";
import type { Service } from "./service.ts";

/** A frame as a page with the widget reads it. Its type decides which parts it has. */
export interface VisitorFrame {
  readonly type: string;
  readonly id: string;
  readonly seq: number;
  readonly reason: string;
  readonly retryAfter: number;
  readonly visitor: string;
  readonly number: number;
  readonly mode: string;
  readonly callback: string | null;
  readonly hasBot: boolean;
  readonly rate: { readonly perSecond: number; readonly burst: number };
  readonly fileBytesMax: number;
  readonly contact: VisitorContact;
  readonly chat: VisitorChat | null;
  readonly answerSeconds: number | null;
  readonly earlierChats: number;
  readonly earlier: boolean;
  readonly chatId: string;
  readonly message: VisitorMessage;
  readonly state: string;
}

/** A page's end of its socket. It keeps every frame, and waits for facts. */
export interface VisitorClient {
  readonly socket: WebSocket;
  readonly frames: readonly VisitorFrame[];
  readonly closed: Promise<Closing>;
  send(frame: object | string): void;
  /** Sends a request with its own id. Resolves with its answer. */
  ask(request: object): Promise<VisitorFrame>;
  /** Resolves with the first frame that fits, past or future. */
  until(fits: (frame: VisitorFrame) => boolean): Promise<VisitorFrame>;
  /** Returns the texts of the received messages. */
  texts(): readonly string[];
}

export interface VisitorClientOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** False: the peer is silent, but its connection stays open. */
  readonly answersPings?: boolean;
}

/** Only a failing test waits this long. */
const patienceMs = 60_000;
let lastRequest = 0;

export async function openVisitor(
  t: Test,
  { url }: Pick<Service, "url">,
  { headers = {}, answersPings = true }: VisitorClientOptions = {},
): Promise<VisitorClient> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws/widget`, { headers, autoPong: answersPings });
  t.teardown(() => {
    socket.terminate();
    // Some waits were for a frame that never came, as in a race. Their timers would keep the process running until they end.
    for (const timer of patience) clearTimeout(timer);
  });
  const frames: VisitorFrame[] = [];
  const waiters = new Set<() => void>();
  const patience = new Set<NodeJS.Timeout>();
  const closed = new Promise<Closing>((resolve) => {
    socket.on("close", (code, reason) => resolve({ code, reason: reason.toString() }));
  });
  socket.on("message", (data) => {
    frames.push(JSON.parse(String(data)));
    for (const wake of waiters) wake();
  });
  await new Promise((resolve, reject) => socket.on("open", resolve).on("error", reject));
  const send: VisitorClient["send"] = (frame) => socket.send(typeof frame === "string" ? frame : JSON.stringify(frame));
  const until: VisitorClient["until"] = (fits) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiters.delete(look);
        reject(new Error(`No frame fits ${fits}; came: ${JSON.stringify(frames)}`));
      }, patienceMs);
      const look = (): void => {
        const found = frames.find(fits);
        if (found === undefined) return;
        clearTimeout(timer);
        waiters.delete(look);
        patience.delete(timer);
        resolve(found);
      };
      waiters.add(look);
      patience.add(timer);
      look();
    });
  return {
    socket,
    frames,
    closed,
    send,
    until,
    ask(request) {
      lastRequest += 1;
      const id = `r${lastRequest}`;
      const seen = frames.length;
      send({ id, ...request });
      const own = "id" in request ? request.id : id;
      return until((frame) => isAnswer(frame) && frame.id === own && frames.indexOf(frame) >= seen);
    },
    texts: () => frames.filter(({ type }) => type === "message").map(({ message }) => message.text),
  };
}

const isAnswer = ({ type }: VisitorFrame): boolean => type === "done" || type === "failed";

/** Opens a page that has sent hello and received `ready`. */
export async function enterVisitor(
  t: Test,
  service: Pick<Service, "url">,
  hello: object = {},
  options: VisitorClientOptions = {},
): Promise<{ readonly page: VisitorClient; readonly ready: VisitorFrame }> {
  const page = await openVisitor(t, service, options);
  page.send({ type: "hello", widget: "MOBILEAPP1", ...hello });
  return { page, ready: await page.until(({ type }) => type === "ready") };
}
