import { WebSocket } from "ws";

/** An agent's desk that records when it received each customer message. */
export interface DeskListener {
  /** Messages that were received before, or that `messages.lua` did not make. */
  readonly strange: number;
  close(): void;
}

/** The parts of a message of `customerMessage`. */
export interface MessageName {
  readonly run: number;
  readonly sender: number;
  readonly lap: number;
}

const patienceMs = 10_000;
const frameStart = '{"type":"message"';
const named = /"text":"Message (\d{6}) of c(\d+) in run (\d{3})\./;

/** Returns the message of a desk's frame; `null` when `customerMessage` did not make it. */
export function messageNameIn(frame: string): MessageName | null {
  const found = named.exec(frame);
  if (found === null) return null;
  const [, lap, sender, run] = found;
  return { run: Number(run), sender: Number(sender), lap: Number(lap) };
}

/**
 * Resolves when the service has accepted the desk, which receives everything from then on. `hear` returns whether the message is
 * expected.
 */
export async function openDeskListener(
  url: string,
  token: string,
  hear: (name: MessageName, atMs: number) => boolean,
): Promise<DeskListener> {
  const socket = new WebSocket(`${url.replace("http", "ws")}/ws/desk`, { perMessageDeflate: false });
  let strange = 0;
  await new Promise<void>((resolve, reject) => {
    const refuse = (problem: string): void => reject(new Error(`The desk at ${url} could not be opened: ${problem}`));
    const timer = setTimeout(() => refuse(`nothing came within ${patienceMs / 1000} s`), patienceMs);
    socket.once("open", () => socket.send(JSON.stringify({ type: "hello", token, available: true })));
    socket.once("error", (error) => refuse(error.message));
    socket.once("close", (code, reason) => refuse(`closed with ${code} ${reason}`));
    socket.once("message", () => {
      clearTimeout(timer);
      resolve();
    });
  });
  socket.on("message", (data) => {
    const atMs = performance.now();
    const frame = String(data);
    if (!frame.startsWith(frameStart)) return;
    const name = messageNameIn(frame);
    if (name === null || !hear(name, atMs)) strange += 1;
  });
  return {
    get strange() {
      return strange;
    },
    close: () => socket.terminate(),
  };
}
