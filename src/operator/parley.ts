import { fileURLToPath } from "node:url";
import { createMistakes } from "../config/mistakes.ts";
import { commands } from "./binary/commands.ts";

const mistakeStatus = 2;

/** `npx parley` in a checkout: the commands of the binary, each from its own bundle. */
const [name = "", ...words] = process.argv.slice(2);
const command = commands.find((one) => one.name === name);
const width = Math.max(...commands.map((one) => one.name.length));
const list = commands.map((one) => `  ${one.name.padEnd(width)}  ${one.about}\n`).join("");

if (command !== undefined) {
  const bundle = new URL(command.bundle, import.meta.url);
  process.argv = [process.execPath, fileURLToPath(bundle), ...words];
  await import(bundle.href);
} else {
  const mistakes = createMistakes();
  mistakes.add("command", name === "" ? { problem: "missing" } : { value: name }, `one of these:\n${list}`);
  process.stderr.write(mistakes.lines.join("\n"));
  process.exitCode = mistakeStatus;
}
