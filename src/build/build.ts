import type { BundleGroup } from "./bundles.ts";
import { buildParts, failureLine, parts } from "./parts.ts";

const mistakeStatus = 2;
const failureStatus = 1;

const help = `Usage: npm run build -- [--quiet] [parts]

Builds the parts of dist that are out of date: ${parts.join(", ")}. Without names, all of them.
With --quiet it prints only mistakes, for commands whose output goes to another program.
Exit status: 0 everything is up to date, 1 a part could not be built, 2 the command line has a mistake.`;

const isPart = (word: string): word is BundleGroup => (parts as readonly string[]).includes(word);

async function main(words: readonly string[]): Promise<number> {
  if (words.includes("--help")) {
    console.log(help);
    return 0;
  }
  const isQuiet = words.includes("--quiet");
  const wrong = words.find((word) => word !== "--quiet" && !isPart(word));
  if (wrong !== undefined) {
    console.error(`Expected --help, --quiet or some of the parts ${parts.join(", ")}, got ${JSON.stringify(wrong)}.`);
    return mistakeStatus;
  }
  try {
    const named = words.filter(isPart);
    await buildParts(named.length === 0 ? parts : named, (line) => isQuiet || console.log(line));
    return 0;
  } catch (error) {
    console.error(failureLine(error));
    return failureStatus;
  }
}

process.exitCode = await main(process.argv.slice(2));
