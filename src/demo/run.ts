import type { Demo } from "./demo.ts";
import { openDemo } from "./demo.ts";
import { toInvitation } from "./invitation.ts";
import type { DemoOptions } from "./options.ts";
import { parseDemoOptions } from "./options.ts";
import { conversationsCount } from "./play.ts";
import type { DemoEvent } from "./transcript/demo-event.ts";
import { Screen } from "./transcript/screen.ts";

const mistakeStatus = 2;

async function main(): Promise<void> {
  const parsed = parseDemoOptions(process.argv.slice(2));
  if (parsed.kind === "help") process.stdout.write(parsed.text);
  else if (parsed.kind === "mistake") {
    process.stderr.write(`${parsed.text}\n`);
    process.exitCode = mistakeStatus;
  } else await run(parsed.options);
}

async function run(options: DemoOptions): Promise<void> {
  const screen = new Screen(options.json ? process.stderr : process.stdout);
  const show = (event: DemoEvent): void => {
    if (options.json) process.stdout.write(`${JSON.stringify(event)}\n`);
    screen.show(event);
    if (event.event === "service.ready" && event.restarts === 0)
      screen.say(
        `The service runs as process ${event.pid} at ${event.url}. Kill it (kill -9 ${event.pid}) whenever you like: it is started again.`,
      );
  };
  screen.say("Starting the service, a sample customer system, bots, a CRM, a call gateway and a scripted agent.");
  const demo = await openDemo(options, show);
  let verdict = false;
  const end = endOnce(demo, screen, () => verdict);
  // The reader of the output has closed its pipe.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => void end());
  process.on("SIGINT", () => void end("Ending."));
  process.on("SIGTERM", () => void end("Ending."));
  try {
    await demo.start();
    verdict = await demo.play();
    show({ event: "verdict", isRight: verdict });
    screen.say(
      verdict ? `\nAll ${conversationsCount} conversations went as expected.` : "\nSomething went wrong, see above.",
    );
    if (options.once) return await end();
    const addresses = await demo.stayUp();
    show({ event: "open", chatPage: addresses.chatPage, status: addresses.status });
    screen.say(toInvitation(addresses));
  } catch (error) {
    verdict = false;
    await end(error instanceof Error ? error.message : String(error));
  }
}

/** Returns a function that ends the demo. Later calls have no effect. The exit status says whether all flows passed. */
function endOnce(demo: Demo, screen: Screen, isRight: () => boolean): (words?: string) => Promise<void> {
  let ending: Promise<void> | null = null;
  return (words) => {
    if (words !== undefined) screen.say(`\n${words}`);
    screen.hush();
    ending ??= demo.close().then(() => process.exit(isRight() ? 0 : 1));
    return ending;
  };
}

await main();
