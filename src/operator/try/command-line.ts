import { Command } from "commander";
import { signingSecretForm } from "../../codec/settings/channel-schema.ts";
import type { Mistakes } from "../../config/mistakes.ts";
import type { CommandWords } from "../command.ts";
import { programOf } from "../program-name.ts";
import { botChecks, botRequestsMax } from "./bot.ts";
import { customerRequestsMax, customerSystemChecks } from "./customer-system.ts";
import { receiverChecks, receiverRequestsMax } from "./receiver.ts";
import type { Surface, Target } from "./service-requests.ts";
import { isHttpUrl, isSigningSecret } from "./service-requests.ts";

export interface Order {
  readonly target: Target;
  /** The file for the findings as JUnit XML. */
  readonly junit: string | null;
  /** Where the command plays the service. */
  readonly listen: { readonly host: string; readonly port: number } | null;
  /** The `recipient.id` as JSON has it; `null` when the command invents one. */
  readonly recipient: string | null;
  readonly provider: string;
  /** What a client writes to get an agent. */
  readonly ask: string;
  readonly waitMs: number;
}

const surfaces = {
  "customer-system": {
    about: "Posts what agents write to your system, and with --listen receives what your customers write.",
    checks: customerSystemChecks.length,
    requestsMax: customerRequestsMax,
  },
  bot: {
    about: "Plays the service for your bot: posts events to the bot, and receives its messages at --listen.",
    checks: botChecks.length,
    requestsMax: botRequestsMax,
  },
  receiver: {
    about: "Posts each event of developer webhooks to your server.",
    checks: receiverChecks.length,
    requestsMax: receiverRequestsMax,
  },
} as const satisfies Readonly<Record<Surface, object>>;

const surfaceNames = Object.keys(surfaces).join(", ");
const isSurface = (text: string): text is Surface => Object.hasOwn(surfaces, text);

/** A bot must know where to post before the command starts. */
const listenByDefault = "127.0.0.1:8099";
const tokenByDefault = "parley-try";
const waitSecondsByDefault = 5;
const waitSecondsMax = 600;

export interface TryFlags {
  readonly secret?: string;
  readonly junit?: string;
  readonly listen?: string;
  readonly wait?: string;
  readonly recipient?: string;
  readonly strict?: true;
  readonly token?: string;
  readonly provider?: string;
  readonly ask?: string;
}

export const tryWords: CommandWords<TryFlags, Order> = {
  // The allowed flags depend on the surface, which may follow the flags.
  create: (argv) => createCommand(argv.find(isSurface) ?? null),
  read([surface, url, ...rest], flags, { mistakes }) {
    if (surface === undefined || !isSurface(surface)) {
      const found = surface === undefined ? { problem: "missing" } : { value: surface };
      mistakes.add("what to try", found, `one of ${surfaceNames}; --help says more`);
      return null;
    }
    for (const argument of rest) mistakes.add("argument", { value: argument }, "one URL only");
    if (url === undefined || !isHttpUrl(url))
      mistakes.add("URL", url === undefined ? { problem: "missing" } : { value: url }, "an http or https URL");
    return readFlags(surface, url ?? "", flags, mistakes);
  },
};

function readFlags(surface: Surface, url: string, flags: TryFlags, mistakes: Mistakes): Order {
  const { secret = null, junit = null, token = tokenByDefault, provider = "try", ask = "human" } = flags;
  // A secret is not repeated in a message.
  if (secret !== null && !isSigningSecret(secret))
    mistakes.add("--secret", { problem: "no signing secret" }, signingSecretForm);
  if (token === "" || token.length > 255)
    mistakes.add("--token", { problem: "too short or too long" }, "1 to 255 characters");
  if (!/^[a-z0-9_-]{3,64}$/.test(provider))
    mistakes.add("--provider", { value: provider }, "3 to 64 characters of a-z, 0-9, _ and -");
  if (ask.trim() === "") mistakes.add("--ask", { value: ask }, "a text that is not blank");
  if (flags.recipient === "") mistakes.add("--recipient", { value: "" }, "the sender.id of a customer");
  const seconds = Number(flags.wait ?? waitSecondsByDefault);
  if (!(seconds > 0 && seconds <= waitSecondsMax))
    mistakes.add("--wait", { value: flags.wait }, `more than 0 and at most ${waitSecondsMax} seconds`);
  const listen = flags.listen ?? (surface === "bot" ? listenByDefault : null);
  return {
    target: { surface, url, secret, token, isStrict: flags.strict === true },
    junit,
    listen: listen === null ? null : readListen(listen, mistakes),
    recipient: flags.recipient ?? null,
    provider,
    ask,
    waitMs: seconds * 1_000,
  };
}

const portMax = 65_535;

function readListen(text: string, mistakes: Mistakes): Order["listen"] {
  const [, host = "", port = ""] = /^(.+):(\d{1,5})$/.exec(text) ?? [];
  if (host !== "" && Number(port) <= portMax) return { host: host.replace(/^\[|\]$/g, ""), port: Number(port) };
  mistakes.add("--listen", { value: text }, "a host and a port, such as 127.0.0.1:8099");
  return null;
}

function createCommand(surface: Surface | null): Command {
  const command = new Command(programOf("try"))
    .description(surface === null ? describeAll() : describe(surface))
    .usage(surface === null ? `<${Object.keys(surfaces).join("|")}> <url> [flags]` : `${surface} <url> [flags]`)
    .option("--secret <whsec_…>", "the signing secret: signs each request, and tries wrong signatures too")
    .option("--junit <file>", "write the findings as JUnit XML, too");
  if (surface !== "receiver") {
    command
      .option("--listen <host:port>", `where the command plays the service (for a bot: ${listenByDefault})`)
      .option("--wait <seconds>", `how long a post of your side may take (default: ${waitSecondsByDefault})`);
  }
  if (surface === null || surface === "customer-system") {
    command
      .option("--recipient <id>", "the sender.id of a customer that your system knows; digits are an integer")
      .option("--strict", "count only the exact answer, as a channel with strictAnswers does");
  }
  if (surface === null || surface === "bot") {
    command
      .option("--token <token>", `the token of the bot (default: ${tokenByDefault})`)
      .option("--provider <id>", "the id of the provider in the address for the bot's posts (default: try)")
      .option("--ask <text>", "what a client writes to get an agent (default: human)");
  }
  return command;
}

const statuses =
  "Exit status: 0 when no check failed, 1 when one failed, 2 for a mistake in the command, 130 after Ctrl-C.";

const describe = (surface: Surface): string => {
  const { about, checks, requestsMax } = surfaces[surface];
  return [
    about,
    `The command makes ${checks} checks with at most ${requestsMax} requests, as the service makes them, and judges the answers as the service judges them. Each check names a rule of the protocol.`,
    statuses,
  ].join("\n\n");
};

const describeAll = (): string =>
  [
    "Tries your own endpoint against the rules of the protocol, without a running service.",
    statuses,
    "",
    ...Object.entries(surfaces).map(([name, { about }]) => `${name}: ${about}`),
  ].join("\n");
