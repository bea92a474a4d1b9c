import { WebSocket as Connection } from "ws";

/** The fault of a connection from the next frame on. */
export type Fault =
  /** No fault. */
  | "whole"
  /** Frames of the page are lost. */
  | "mute"
  /** Frames of the service are lost. */
  | "deaf"
  /** Frames in both directions are lost, and a close is not reported. */
  | "dead";

/** A page's socket over a real WebSocket connection, with faults that the test sets. */
export interface Wire {
  /** The socket that the page uses. */
  readonly socket: WebSocket;
  readonly sent: readonly SentFrame[];
  fault: Fault;
  /** Closes the connection and notifies the page. */
  cut(code?: number): void;
  /** Resolves when all frames sent so far in both directions have arrived; resolves at once if the connection is not open. */
  flush(): Promise<void>;
}

/** A frame of the page. The frame's type decides which fields are present. */
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
  readonly identity?: string;
  readonly name: string;
  readonly email: string;
  readonly fields: readonly unknown[];
  readonly page: { readonly url: string; readonly title: string };
  readonly invitation?: { readonly text: string };
  readonly url: string;
  readonly title: string;
}

type Handlers = Partial<Pick<WebSocket, "onopen" | "onmessage" | "onclose">>;

/** If `opens` is false, the connection is never answered. Frame types for which `isLost` is true do not arrive. */
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
  // The close event that follows an error carries the same information.
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
