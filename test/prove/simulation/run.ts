import { spawn } from "node:child_process";
import { buildService } from "./service/build-service.ts";
import { parseCommandLine } from "./simulate-options.ts";

const outFolder = "node_modules/.cache/parley-simulate";
const mistakeStatus = 2;

/** Compiles the simulation, and runs it in a separate process. */
async function main(words: readonly string[]): Promise<number> {
  const command = parseCommandLine(words);
  switch (command.kind) {
    case "help":
      console.log(command.text);
      return 0;
    case "mistake":
      console.error(command.line);
      return mistakeStatus;
    case "seeds":
      await buildService(
        ["test/prove/simulation/service/simulate-service.ts", "test/prove/simulation/service/seeds-worker.ts"],
        outFolder,
      );
      return run(words);
  }
}

function run(words: readonly string[]): Promise<number> {
  const child = spawn(process.execPath, ["--enable-source-maps", `${outFolder}/simulate-service.mjs`, ...words], {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (status) => resolve(status ?? 1));
  });
}

process.exitCode = await main(process.argv.slice(2));
