import type { HeardFrame } from "./frames.types.ts";
import type { Surroundings } from "./surroundings.types.ts";

export interface LinkParts {
  readonly url: string;
  readonly surroundings: Surroundings;
  /** The first frame of every connection. */
  hello(): object;
  heard(frame: HeardFrame): void;
  /** After `ready` was heard it is live; `refused` is for good. */
  changed(state: "lost" | "refused"): void;
}

export interface Link {
  /** False when it is not live: the frame is not sent. */
  send(frame: object): boolean;
  close(): void;
}

/** Coming back is in vain: bad frame, foreign origin, no such widget. */
const finalCodes: ReadonlySet<number> = new Set([4400, 4403, 4404]);
const firstDelayMs = 500;
const delayMaxMs = 30_000;

/** One connection after the other, with growing pauses. */
export function openLink(parts: LinkParts): Link {
  const { url, surroundings, hello, heard, changed } = parts;
  let socket: WebSocket | null = null;
  let isLive = false;
  let delayMs = firstDelayMs;
  let cancel = (): void => undefined;

  const connect = (): void => {
    const opened = surroundings.openSocket(url);
    socket = opened;
    opened.onopen = () => opened.send(JSON.stringify(hello()));
    opened.onmessage = ({ data }) => {
      const frame: HeardFrame = JSON.parse(String(data));
      if (frame.type === "ready") {
        isLive = true;
        delayMs = firstDelayMs;
      }
      heard(frame);
    };
    opened.onclose = ({ code }) => {
      if (socket !== opened) return;
      isLive = false;
      socket = null;
      changed(finalCodes.has(code) ? "refused" : "lost");
      if (finalCodes.has(code)) return;
      cancel = surroundings.after(delayMs, connect);
      delayMs = Math.min(delayMs * 2, delayMaxMs);
    };
  };
  connect();
  return {
    send(frame) {
      if (!isLive || socket === null) return false;
      socket.send(JSON.stringify(frame));
      return true;
    },
    close() {
      cancel();
      const open = socket;
      socket = null;
      open?.close();
    },
  };
}
