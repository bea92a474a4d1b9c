import { WebSocket as Connection } from "ws";

/** What becomes of a connection, from the next moment on. */
export type Fault =
  /** None. */
  | "whole"
  /** What the page sends is lost. */
  | "mute"
  /** What the service sends is lost. */
  | "deaf"
  /** Both, without a word. */
  | "dead";

/** A page's socket over a real one, which can go wrong. */
export interface Wire {
  /** As the page has it. */
  readonly socket: WebSocket;
  readonly sent: readonly SentFrame[];
  fault: Fault;
  /** The page learns that it is gone. */
  cut(code?: number): void;
  /** Resolves when everything sent either way until now has come over, and at once when nothing can. */
  flush(): Promise<void>;
}

/** A frame of the page; which parts are there depends on its type. */
export interface SentFrame {
  readonly type: string;
  readonly id: string;
  readonly atMs: number;
  readonly text: string;
  readonly state: string;
  readonly chat: string;
  readonly since: number;
  readonly visitor: string;
  readonly userToken: string;
  readonly name: string;
  readonly email: string;
  readonly fields: readonly unknown[];
  readonly page: { readonly url: string; readonly title: string };
  readonly invitation?: { readonly text: string };
  readonly url: string;
  readonly title: string;
}

type Handlers = Partial<Pick<WebSocket, "onopen" | "onmessage" | "onclose">>;

/** `opens` false: nobody ever answers it. What `isLost` names does not come over. */
export function openWire(url: string, nowMs: () => number, opens: boolean, isLost: (type: string) => boolean): Wire {
  const connection = opens ? new Connection(url) : null;
  const sent: SentFrame[] = [];
  const page: Handlers & Pick<WebSocket, "send" | "close" | "readyState"> = {
    get readyState() {
      return connection?.readyState ?? Connection.CONNECTING;
    },
    send(data) {
      const frame: SentFrame = { ...JSON.parse(String(data)), atMs: nowMs() };
      sent.push(frame);
      if (isLost(frame.type)) return;
      if (wire.fault === "whole" || wire.fault === "deaf") connection?.send(String(data));
    },
    close: () => void connection?.terminate(),
  };
  const socket = page as WebSocket;
  let isClosed = false;
  const close = (code: number): void => {
    if (isClosed) return;
    isClosed = true;
    socket.onclose?.({ code } as CloseEvent);
  };
  connection?.on("open", () => socket.onopen?.({} as Event));
  connection?.on("message", (data) => {
    if (wire.fault === "whole" || wire.fault === "mute")
      socket.onmessage?.({ data: String(data) } as MessageEvent<string>);
  });
  connection?.on("close", (code) => {
    if (wire.fault !== "dead") close(code);
  });
  // It says no more than the close that follows.
  connection?.on("error", () => undefined);
  const wire: Wire = {
    socket,
    sent,
    fault: "whole",
    cut(code = 1006) {
      connection?.terminate();
      close(code);
    },
    async flush() {
      if (connection?.readyState === Connection.CONNECTING) await oneOf(connection, "open", "close");
      if (connection?.readyState !== Connection.OPEN) return;
      connection.ping();
      await oneOf(connection, "pong", "close");
    },
  };
  return wire;
}

function oneOf(connection: Connection, ...names: readonly string[]): Promise<void> {
  return new Promise((resolve) => {
    const happened = (): void => {
      for (const name of names) connection.off(name, happened);
      resolve();
    };
    for (const name of names) connection.on(name, happened);
  });
}
