import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import t from "tap";
import { Facts } from "./harness/facts.ts";

/** The blocks of README's "Connect your own system", in order: what a reader pastes. */
const blockNames = ["customerSystem", "config", "service", "startSystem", "agent"] as const;
type Blocks = Readonly<Record<(typeof blockNames)[number], string>>;

async function readBlocks(): Promise<Blocks> {
  const readme = await readFile("README.md", "utf8");
  const section = readme.split(/^## /m).find((part) => part.startsWith("Connect your own system")) ?? "";
  const texts = [...section.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, text = ""]) => text);
  return Object.fromEntries(blockNames.map((name, index) => [name, texts[index] ?? ""])) as Blocks;
}

/** Ports that nobody listens on just now. */
async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, "127.0.0.1", resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** A terminal: what is pasted into it runs, what it prints is kept. Without the test runner's own loader. */
function openTerminal(script: string, facts: Facts) {
  const environment = [`PATH=${process.env["PATH"] ?? ""}`, `HOME=${process.env["HOME"] ?? ""}`];
  const child = spawn("env", ["-i", ...environment, "bash", "-c", script], { stdio: ["pipe", "pipe", "pipe"] });
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

t.test("[CH-10] the customer system of the README has at most 20 lines and runs as pasted, both ways", async (t) => {
  const blocks = await readBlocks();
  const source = blocks.customerSystem.split("<<'END'\n")[1]?.split("END\n")[0] ?? "";
  const lines = source.split("\n").filter((line) => line.trim() !== "");
  t.ok(lines.length > 10 && lines.length <= 20, `${lines.length} lines`);

  const folder = await mkdtemp(join(tmpdir(), "parley-readme-"));
  const [servicePort, systemPort] = [await freePort(), await freePort()];
  // The reader's ports and folder may be taken here; the bundle is there already, and others use it now.
  const paste = (block: string): string =>
    block
      .replaceAll("/tmp/parley-example", folder)
      .replaceAll("8081", String(servicePort))
      .replaceAll("9090", String(systemPort))
      .replace("npm start --", "exec node dist/main.js")
      .replace(/^node /, "exec node ");
  const facts = new Facts();
  const open = (block: string) => openTerminal(paste(block), facts);
  await open(blocks.customerSystem).ended;
  await open(blocks.config).ended;

  const service = open(blocks.service);
  const system = open(blocks.startSystem);
  t.teardown(async () => {
    service.child.kill("SIGKILL");
    system.child.kill("SIGKILL");
    await Promise.all([service.ended, system.ended]);
    await rm(folder, { recursive: true, force: true });
  });
  const has = (terminal: typeof system, text: string) =>
    facts.until(
      `"${text}"`,
      () => terminal.output.includes(text) || undefined,
      () => terminal.output,
    );
  await has(service, `parley ready http://127.0.0.1:${servicePort}`);
  system.child.stdin.write("Is my order ready?\n");
  await has(system, '200 {"result":"ok"}');

  const agent = open(blocks.agent);
  await has(system, "Kim (typein)");
  await has(system, "Kim: Hello Ann");
  await agent.ended;
  const [accepted, , replied] = agent.output.trim().split("\n");
  t.match(JSON.parse(accepted ?? ""), { chat: { id: "1", state: "with_agent", client: { id: "7", name: "Ann" } } });
  t.match(JSON.parse(replied ?? ""), { message: { text: "Hello Ann", delivery: { id: String } } });
});
