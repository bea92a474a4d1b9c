import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Command } from "commander";
import { formVersion } from "../../../../src/codec/proto/form-version.ts";
import type { KeptContents, ManifestEntry } from "./contents.types.ts";
import { presentForm } from "./form.ts";
import { packFolder } from "./packed-folder.ts";
import { openPlayed } from "./played-service.ts";
import { configOf, playScenario } from "./scenario.ts";

const command = new Command("node test/prove/programs/upgrade/pack.ts")
  .description(
    "Makes a fixture from the data folder that a built service leaves, and describes its content in the manifest.",
  )
  .argument("<name>", "the name of the fixture, such as 1-first")
  .argument("<about>", "the change in this stored form")
  .option("--kill", "ends the service with SIGKILL, so that its journal is not yet in the rows", false);
command.parse();
const [name = "", about = ""] = command.args;
const { kill } = command.opts<{ kill: boolean }>();

const peer = createServer((request, response) => {
  request.resume();
  if (request.url?.startsWith("/down") === true) response.writeHead(503).end();
  else response.writeHead(200, { "content-type": "application/json" }).end('{"code":0,"result":"ok"}');
});
await new Promise<void>((resolved) => peer.listen(0, "127.0.0.1", resolved));
const address = peer.address();
const port = typeof address === "object" ? address?.port : 0;
const root = mkdtempSync(join(tmpdir(), "parley-pack-"));
const data = join(root, "data");
const here = "test/fixtures/folders";
try {
  writeFileSync(join(root, "config.json"), JSON.stringify(configOf(`http://127.0.0.1:${port}`)));
  const contents = await runService();
  const packed = packFolder(data);
  mkdirSync(here, { recursive: true });
  writeFileSync(join(here, `${name}.br`), packed);
  note({ form: presentForm(), version: formVersion, ...contents });
  process.stdout.write(`${name}: ${packed.length} bytes\n`);
} finally {
  peer.closeAllConnections();
  peer.close();
  rmSync(root, { recursive: true });
}

async function runService(): Promise<KeptContents> {
  const flags = ["--config", join(root, "config.json"), "--data", data, "--port", "0"];
  const env = { PATH: process.env["PATH"], HOME: process.env["HOME"] };
  const child = spawn(process.execPath, ["dist/main.js", ...flags], { env });
  const ended = new Promise<void>((resolved) => child.once("close", () => resolved()));
  try {
    let told = "";
    const url = await new Promise<string>((resolved, reject) => {
      const take = (text: Buffer): void => {
        told += text.toString();
        const ready = /parley ready (http\S+)/.exec(told)?.[1];
        if (ready !== undefined) resolved(ready);
      };
      child.stdout.on("data", take);
      child.stderr.on("data", take);
      child.once("close", () => reject(new Error(`The service ended: ${told}`)));
    });
    return await playScenario(openPlayed(url));
  } finally {
    child.kill(kill ? "SIGKILL" : "SIGTERM");
    await ended;
  }
}

function note(contents: Omit<ManifestEntry, "about" | "ended">): void {
  const path = join(here, "manifest.json");
  const kept = existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
  kept[name] = { about, ended: kill ? "killed" : "stopped", ...contents };
  const inOrder = Object.fromEntries(Object.entries(kept).sort(([left], [right]) => (left < right ? -1 : 1)));
  writeFileSync(path, `${JSON.stringify(inOrder, null, 2)}\n`);
}
