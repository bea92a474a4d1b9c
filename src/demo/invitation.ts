import type { Addresses } from "./demo.ts";
import { botChannel, deadBotChannel, failingBotChannel, loneBotChannel, slowBotChannel } from "./demo-config.ts";

const hints: Readonly<Record<string, string>> = {
  [botChannel]: "Friendly. Then say prices, hours, or human please, and Kim takes over:",
  [slowBotChannel]: "Slow: 2 s for each answer:",
  [failingBotChannel]: "Failing: Kim takes over after 6 s:",
  [deadBotChannel]: "Dead: Kim takes over after 9 s:",
  [loneBotChannel]: "Friendly, but no agent ever accepts; say human please, and the bot continues after 3 s:",
};

const sayHello = `{"sender":{"id":"you","name":"You"},"message":{"type":"text","text":"Hello"}}`;

/** The text that is printed for the user of the demo: addresses, and commands to paste. */
export const toInvitation = ({ chatPage, status, endpoint, service, bots, ...owner }: Addresses): string =>
  [
    "",
    "Everything stays up. Ctrl-C ends it.",
    "",
    `  The desk             ${owner.desk}   log in as ${owner.administrator.email}, password ${owner.administrator.password}`,
    `  Connect the shop     ${owner.connectPage}   to a channel that you make in the desk's settings`,
    `  Chat as a customer   ${chatPage}   (each tab is a separate customer)`,
    `  A page with a widget ${owner.sitePage}`,
    `  Channel status       ${status}`,
    `  Metrics              ${service}/metrics`,
    `  Events for the CRM     ${owner.crmEvents}   (signed with whsec_•••)`,
    "",
    "  Paste:",
    `    curl ${status}`,
    `    curl -d '${sayHello}' ${endpoint}`,
    "",
    "  Talk to a bot; its answers are shown here when the sample shop receives them:",
    `    say() { curl -w '\\n' -d '{"sender":{"id":"you","name":"You"},"message":{"type":"text","text":"'"$2"'"}}' "$1"; }`,
    ...bots.flatMap((bot) => ["", `  ${hints[bot.channelId]}`, `    say ${bot.endpoint} Hello`]),
    ...bots
      .slice(0, 1)
      .flatMap(({ webhook }) => [
        "",
        "  Speak as the friendly bot, after a customer wrote to it; the chat_id is in the event that it received:",
        `    curl -d '{"event":"BOT_MESSAGE","chat_id":"9","message":{"type":"TEXT","text":"Hello from curl"}}' ${webhook}`,
      ]),
    "",
    "  Write to the shop with a CRM: Kim accepts, and the CRM is notified and answers:",
    `    say ${owner.crmEndpoint} Hello`,
    "",
    "  Send the CRM an event without a signature; the CRM refuses it:",
    `    curl -w '\\n' -d '{"event_name":"chat_accepted"}' ${owner.crmEvents}`,
    "",
    "  Call the shop. The gateway connects you with Kim. A number that ends in 99 is busy:",
    `    curl -w '\\n' -d '{"phone":"+442079460177"}' ${owner.incomingCalls}`,
    "",
  ].join("\n");
