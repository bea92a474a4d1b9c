import { existsSync } from "node:fs";
import { FreshMachine } from "./fresh-machine.ts";
import { parseOperatorOptions } from "./options.ts";
import { playOperator } from "./play-operator.ts";
import { Transcript } from "./transcript.ts";

const mistakeStatus = 2;
const wrongStatus = 1;

async function main(): Promise<void> {
  const parsed = parseOperatorOptions(process.argv.slice(2));
  if (parsed.kind === "help") process.stdout.write(parsed.text);
  else if (parsed.kind === "mistake") leave(parsed.text);
  else if (!existsSync(parsed.options.program))
    leave(`--program: there is no file ${parsed.options.program}: npm run build:binary makes it`);
  else process.exitCode = await run(parsed.options.program);
}

function leave(text: string): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = mistakeStatus;
}

/** Plays the demo. Resolves with the exit status. */
async function run(program: string): Promise<number> {
  const machine = new FreshMachine(program);
  process.once("SIGINT", () => process.exit(wrongStatus));
  process.once("SIGTERM", () => process.exit(wrongStatus));
  const told = new Transcript((text) => void process.stdout.write(text));
  try {
    await playOperator(machine, told);
  } finally {
    machine.remove();
  }
  const { wrong } = told;
  process.stdout.write(wrong.length === 0 ? "\nEverything was as expected.\n" : `\nWrong: ${wrong.join("; ")}.\n`);
  return wrong.length === 0 ? 0 : wrongStatus;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(wrongStatus);
});
