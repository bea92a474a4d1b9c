import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Test } from "tap";
import { Facts } from "../../../src/demo/cast/facts.ts";
import { findFreePort } from "../../../src/demo/cast/free-port.ts";
import { programOf } from "./service/program.ts";

/** Returns the parts of a page in `src/docs/` that a reader pastes: its shell blocks, in order. */
export const readBlocks = (page: string): Promise<readonly string[]> => readPrograms(page, "sh");

/** Returns the blocks of a page in this language, in order. */
export const readPrograms = async (page: string, language: string): Promise<readonly string[]> =>
  blocksIn(await readFile(`src/docs/${page}.md`, "utf8"), language);

export function blocksIn(text: string, language = "sh"): readonly string[] {
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)].flatMap(([, of, block = ""]) =>
    of === language ? [block] : [],
  );
}

/** Returns the lines of the file that a block writes. */
export const sourceIn = (block: string): readonly string[] =>
  (block.split("<<'END'\n")[1]?.split("END\n")[0] ?? "").split("\n").filter((line) => line.trim() !== "");

/** A terminal: it runs the pasted script and keeps its output. It gets no variable of the test's environment. */
function openTerminal(script: string, facts: Facts) {
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"] };
  const child = spawn("bash", ["-c", script], { stdio: ["pipe", "pipe", "pipe"], env });
  const terminal = {
    output: "",
    child,
    ended: new Promise((resolve) => child.once("close", resolve)),
  };
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      terminal.output += text;
      facts.changed();
    });
  }
  return terminal;
}

const inShell = (command: Parameters<typeof programOf>[0]): string => programOf(command).join(" ");

/**
 * Opens a reader's terminals, in a folder and at ports that are free on this machine. The bundle exists already, and other tests
 * use it at the same time.
 */
export async function openReader(
  t: Test,
  folderName: string,
  ports: readonly [service: string, peer: string, ...others: string[]],
) {
  const folder = await mkdtemp(join(tmpdir(), "parley-guide-"));
  const free = new Map<string, number>();
  for (const port of ports) free.set(port, await findFreePort());
  const [servicePort = 0, peerPort = 0] = free.values();
  const paste = (block: string): string =>
    [...free]
      .reduce((text, [port, here]) => text.replaceAll(port, String(here)), block.replaceAll(folderName, folder))
      .replace("npm start --", `exec ${inShell("serve")}`)
      .replace("npm run -s provider --", inShell("provider"))
      .replace("npm run -s backup --", `exec ${inShell("backup")}`)
      .replace("npm run -s restore --", `exec ${inShell("restore")}`)
      .replace("npm run -s try --", `exec ${inShell("try")}`)
      .replace("npm run -s doctor --", `exec ${inShell("doctor")}`)
      .replace("npm run -s migrate --", `exec ${inShell("migrate")}`)
      .replace(/^((?:\w+=(?:"[^"]*"|\S+) )*)node /, "$1exec node ");
  const facts = new Facts();
  const terminals: ReturnType<typeof openTerminal>[] = [];
  t.teardown(async () => {
    for (const { child } of terminals) child.kill("SIGKILL");
    await Promise.all(terminals.map(({ ended }) => ended));
    await rm(folder, { recursive: true, force: true });
  });
  return {
    servicePort,
    peerPort,
    open(block: string) {
      const terminal = openTerminal(paste(block), facts);
      terminals.push(terminal);
      return terminal;
    },
    has: (terminal: ReturnType<typeof openTerminal>, text: string) =>
      facts.until(
        `"${text}"`,
        () => terminal.output.includes(text) || undefined,
        () => terminal.output,
      ),
  };
}
