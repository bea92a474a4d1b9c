import { WebSocket } from "ws";

/** An agent's desk that notes when it was told of which customer message. */
export interface DeskListener {
  /** Told of messages that it was told of before, or that are none of `messages.lua`'s kind. */
  readonly strange: number;
  close(): void;
}

/** What `customerMessage` makes. */
export interface MessageName {
  readonly run: number;
  readonly sender: number;
  readonly lap: number;
}

const patienceMs = 10_000;
const frameStart = '{"type":"message"';
const named = /"text":"Message (\d{6}) of c(\d+) in run (\d{3})\./;

/** Which message a desk's frame tells of; `null` when it is none of `customerMessage`'s. */
export function messageNameIn(frame: string): MessageName | null {
  const found = named.exec(frame);
  if (found === null) return null;
  const [, lap, sender, run] = found;
  return { run: Number(run), sender: Number(sender), lap: Number(lap) };
}

/** Resolves when the service has taken it in: from now on it is told of everything. `hear` answers whether the message is expected. */
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
