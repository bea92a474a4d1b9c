import type { Addresses, Demo } from "./demo.ts";
import { openDemo } from "./demo.ts";
import { botChannel, deadBotChannel, failingBotChannel, loneBotChannel, slowBotChannel } from "./demo-config.ts";
import type { DemoOptions } from "./options.ts";
import { parseDemoOptions } from "./options.ts";
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
  screen.say("Starting the service, a sample customer system, sample bots and a scripted agent.");
  const demo = await openDemo(options, show);
  let verdict = false;
  const end = endOnce(demo, screen, () => verdict);
  // Whoever read along has gone.
  for (const output of [process.stdout, process.stderr]) output.on("error", () => void end());
  process.on("SIGINT", () => void end("Ending."));
  process.on("SIGTERM", () => void end("Ending."));
  try {
    await demo.start();
    verdict = await demo.play();
    show({ event: "verdict", isRight: verdict });
    screen.say(verdict ? "\nAll eight conversations went as they should." : "\nSomething went wrong, see above.");
    if (options.once) return await end();
    const addresses = await demo.stayUp();
    show({ event: "open", chatPage: addresses.chatPage, status: addresses.status });
    screen.say(invite(addresses));
  } catch (error) {
    verdict = false;
    await end(error instanceof Error ? error.message : String(error));
  }
}

/** Ends the demo once, however often it is asked to; the exit status tells whether the flows went right. */
function endOnce(demo: Demo, screen: Screen, isRight: () => boolean): (words?: string) => Promise<void> {
  let ending: Promise<void> | null = null;
  return (words) => {
    if (words !== undefined) screen.say(`\n${words}`);
    screen.hush();
    ending ??= demo.close().then(() => process.exit(isRight() ? 0 : 1));
    return ending;
  };
}

const sayHello = `{"sender":{"id":"you","name":"You"},"message":{"type":"text","text":"Hello"}}`;

const invite = ({ chatPage, status, endpoint, service, bots }: Addresses): string =>
  [
    "",
    "Everything stays up. Ctrl-C ends it.",
    "",
    `  Chat as a customer   ${chatPage}   (each tab is a customer of its own)`,
    `  Channel status       ${status}`,
    `  Metrics              ${service}/metrics`,
    "",
    "  Paste:",
    `    curl ${status}`,
    `    curl -d '${sayHello}' ${endpoint}`,
    "",
    "  Talk to a bot; its answers stand here as they are posted to the sample shop:",
    `    say() { curl -w '\\n' -d '{"sender":{"id":"you","name":"You"},"message":{"type":"text","text":"'"$2"'"}}' "$1"; }`,
    ...bots.flatMap((bot) => ["", `  ${hints[bot.channelId]}`, `    say ${bot.endpoint} Hello`]),
    ...bots
      .slice(0, 1)
      .flatMap(({ webhook }) => [
        "",
        "  Speak as the friendly bot, once it was written to; chat_id stands in what it was sent:",
        `    curl -d '{"event":"BOT_MESSAGE","chat_id":"9","message":{"type":"TEXT","text":"Hello from curl"}}' ${webhook}`,
      ]),
    "",
  ].join("\n");

const hints: Readonly<Record<string, string>> = {
  [botChannel]: "Friendly; then say prices, hours, or human please, and Kim comes:",
  [slowBotChannel]: "Slow: 2 s for each answer:",
  [failingBotChannel]: "Failing: Kim takes over after 6 s:",
  [deadBotChannel]: "Dead: Kim takes over after 9 s:",
  [loneBotChannel]: "Friendly, but no agent ever accepts; say human please, and it comes back after 3 s:",
};

await main();
