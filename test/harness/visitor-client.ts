import type { VisitorChat, VisitorContact, VisitorMessage } from "../../src/codec/visitor/visitor.ts";
import type { FrameSocket, FrameSocketOptions } from "./frame-socket.ts";
import { openFrameSocket } from "./frame-socket.ts";
import type { Service } from "./service.ts";
import type { Ending } from "./temporary-folder.ts";

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
  readonly identity?: string | null;
}

/** A page's end of its socket. */
export interface VisitorClient extends FrameSocket<VisitorFrame> {
  /** Sends a request with its own id. Resolves with its answer. */
  ask(request: object): Promise<VisitorFrame>;
  /** Returns the texts of the received messages. */
  texts(): readonly string[];
}

let lastRequest = 0;

export async function openVisitor(
  t: Ending,
  { url }: Pick<Service, "url">,
  options: FrameSocketOptions = {},
): Promise<VisitorClient> {
  const page = await openFrameSocket<VisitorFrame>(t, url, "/ws/widget", options);
  const { frames, send, until } = page;
  return {
    ...page,
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
  t: Ending,
  service: Pick<Service, "url">,
  hello: object = {},
  options: FrameSocketOptions = {},
): Promise<{ readonly page: VisitorClient; readonly ready: VisitorFrame }> {
  const page = await openVisitor(t, service, options);
  page.send({ type: "hello", widget: "MOBILEAPP1", ...hello });
  return { page, ready: await page.until(({ type }) => type === "ready") };
}
