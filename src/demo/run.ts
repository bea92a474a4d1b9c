import type { Addresses, Demo } from "./demo.ts";
import { openDemo } from "./demo.ts";
import { botChannel, deadBotChannel, failingBotChannel, loneBotChannel, slowBotChannel } from "./demo-config.ts";
import type { DemoEvent } from "./demo-event.ts";
import type { DemoOptions } from "./options.ts";
import { readDemoOptions } from "./options.ts";
import { conversationsCount } from "./play.ts";
import { Screen } from "./screen.ts";

const hints: Readonly<Record<string, string>> = {
  [botChannel]: "Friendly. Then say prices, hours, or human please, and Kim takes over:",
  [slowBotChannel]: "Slow: 2 s for each answer:",
  [failingBotChannel]: "Failing: Kim takes over after 6 s:",
  [deadBotChannel]: "Dead: Kim takes over after 9 s:",
  [loneBotChannel]: "Friendly, but no agent ever accepts. Say human please, and the bot continues after 3 s:",
};

const sayHello = `{"sender":{"id":"you","name":"You"},"message":{"type":"text","text":"Hello"}}`;

/** The text that is printed for the user of the demo: addresses, and commands to paste. */
const toInvitation = ({ chatPage, status, endpoint, service, bots, ...owner }: Addresses): string =>
  [
    "",
    "Everything stays up. Ctrl-C ends it.",
    "",
    `  The desk             ${owner.desk}   log in as ${owner.administrator.email}, password ${owner.administrator.password}`,
    `  Chat as a customer   ${chatPage}`,
    `  A page with a widget ${owner.sitePage}`,
    `  Channel status       ${status}`,
    `  Metrics              ${service}/metrics`,
    `  The CRM's address    ${owner.crmEvents}   (signed with whsec_•••)`,
    "",
    "  Paste:",
    `    curl ${status}`,
    `    curl -d '${sayHello}' ${endpoint}`,
    "",
    "  Talk to a bot. Its answers appear here when they are posted to the sample shop:",
    `    say() { curl -w '\\n' -d '{"sender":{"id":"you","name":"You"},"message":{"type":"text","text":"'"$2"'"}}' "$1"; }`,
    ...bots.flatMap((bot) => ["", `  ${hints[bot.channelId]}`, `    say ${bot.endpoint} Hello`]),
    ...bots
      .slice(0, 1)
      .flatMap(({ webhook }) => [
        "",
        "  Speak as the friendly bot, after a customer has written to it. Its events contain the chat_id:",
        `    curl -d '{"event":"BOT_MESSAGE","chat_id":"9","message":{"type":"TEXT","text":"Hello from curl"}}' ${webhook}`,
      ]),
    "",
    "  Write to the shop with a CRM. Kim accepts, and the CRM receives the event and answers:",
    `    say ${owner.crmEndpoint} Hello`,
    "",
    "  Send the CRM an event without a signature. The CRM refuses it:",
    `    curl -w '\\n' -d '{"event_name":"chat_accepted"}' ${owner.crmEvents}`,
    "",
    "  Call the shop. The gateway connects you with Kim. A number that ends in 99 is busy:",
    `    curl -w '\\n' -d '{"phone":"+442079460177"}' ${owner.incomingCalls}`,
    "",
  ].join("\n");

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

await run(readDemoOptions(process.argv.slice(2)));
