import { monotonicUs } from "../../profile/profile.ts";
import type { CrowdAnswer, CrowdCommand, ExpectedMode, ExpectedRun, Listener, OpenCommand } from "./crowd.types.ts";
import { DeskTally } from "./desk-tally.ts";
import { opcodes } from "./frame-reader.ts";
import { PageTally } from "./page-tally.ts";
import { openRawSocket } from "./raw-socket.ts";

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

let listener: Listener<unknown, object> | null = null;
const open = new Set<number>();
let closed = 0;
let closedWhy = "";

async function openAll(command: OpenCommand): Promise<void> {
  const made = createListener(command.count);
  listener = made;
  for (let first = 0; first < command.count; first += opensAtOnce) {
    const length = Math.min(opensAtOnce, command.count - first);
    await Promise.all(Array.from({ length }, (_, at) => openOne(first + at, command, made)));
  }
}

/** The types of the expectations of desks and pages are checked where the expectations are made. */
const createListener = (count: number): Listener<unknown, object> => {
  if (kind !== "desks") return new PageTally() as Listener<ExpectedMode, object> as Listener<unknown, object>;
  return new DeskTally(count) as Listener<ExpectedRun, object> as Listener<unknown, object>;
};

/** Resolves when the socket has received `ready`. */
function openOne(socket: number, command: OpenCommand, heard: Listener<unknown, object>): Promise<void> {
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
      listener?.expect(command.expected);
      return {};
    case "report":
      return { ...listener?.report(open), closed, closedWhy };
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
