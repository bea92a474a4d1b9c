import { randomUUID } from "node:crypto";
import { Command } from "commander";
import { signingSecretForm } from "../../codec/settings/channel-schema.ts";
import { endpointEvents, webhookEvents } from "../../codec/settings/webhook-events.ts";
import { systemClock } from "../../core/clock.ts";
import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { OperatorCommand, Terminal } from "../command.ts";
import { plain } from "../command.ts";
import { programOf } from "../program-name.ts";
import {
  agentMessage,
  agentNotice,
  botEvent,
  clientMessage,
  contents,
  eventBody,
  typingNotice,
} from "../try/bodies.ts";
import type { Surface } from "../try/service-requests.ts";
import { isHttpUrl, isSigningSecret, openSender } from "../try/service-requests.ts";
import { statuses } from "./service.ts";

interface Flags {
  readonly to?: string;
  readonly secret?: string;
  readonly token?: string;
}

/** The body of an example, by the id of its request. */
type Body = (id: string) => string;

const number = (): string => String(systemClock.nowMs());
const recipient = { senderId: "parley-try", senderIdKind: "string" } as const;
const chat = () => ({ chatId: number(), clientNumber: Number(number()) });

const examples: Readonly<Record<string, readonly [surface: Surface, body: Body]>> = {
  ...Object.fromEntries(
    [...webhookEvents, ...endpointEvents].map((name) => [name, ["receiver", () => eventBody(name, number())] as const]),
  ),
  CLIENT_MESSAGE: ["bot", (id) => botEvent(id, clientMessage(chat(), { text: "Hello" }))],
  AGENT_JOINED: ["bot", (id) => botEvent(id, agentNotice(chat(), "AGENT_JOINED"))],
  AGENT_UNAVAILABLE: ["bot", (id) => botEvent(id, agentNotice(chat(), "AGENT_UNAVAILABLE"))],
  ...Object.fromEntries(
    Object.entries(contents).map(([type, content]) => [
      type,
      ["customer-system", (id: string) => agentMessage(recipient, id, content)] as const,
    ]),
  ),
  typein: ["customer-system", () => typingNotice(recipient, "typein")],
  typeout: ["customer-system", () => typingNotice(recipient, "typeout")],
};

const names = Object.keys(examples).join(", ");

/** `parley trigger`: one example request, as the service would send it. */
export const trigger: OperatorCommand<Flags> = {
  create: () =>
    new Command(programOf("trigger"))
      .description(
        [
          "Sends one example to your own endpoint, as the service would send it, and prints what the service would make of the answer. It needs no running service.",
          `Examples: ${names}.`,
          statuses,
        ].join("\n\n"),
      )
      .usage("<example> --to <url> [flags]")
      .option("--to <url>", "the address of your customer system, bot or receiver")
      .option("--secret <whsec_…>", "the signing secret (default: not signed)")
      .option("--token <token>", "the token of a bot (default: parley-try)"),
  read(operands, flags, { mistakes }) {
    const [name, ...rest] = operands;
    const example = name !== undefined && Object.hasOwn(examples, name) ? examples[name] : undefined;
    if (example === undefined)
      mistakes.add("example", name === undefined ? { problem: "missing" } : { value: name }, `one of ${names}`);
    for (const operand of rest) mistakes.add("argument", { value: operand }, "one example only");
    const { to, secret = null, token = "parley-try" } = flags;
    if (to === undefined || !isHttpUrl(to))
      mistakes.add("--to", to === undefined ? { problem: "missing" } : { value: to }, "an http or https URL");
    if (secret !== null && !isSigningSecret(secret))
      mistakes.add("--secret", { problem: "no signing secret" }, signingSecretForm);
    if (example === undefined || to === undefined) return null;
    const [surface, body] = example;
    return (terminal) => sendOne({ surface, url: to, secret, token, isStrict: false }, body, terminal);
  },
};

async function sendOne(
  target: Parameters<typeof openSender>[0],
  body: Body,
  { out, signal, clock }: Terminal,
): Promise<Result<void>> {
  const sender = openSender(target, 1, clock);
  const stop = (): void => void sender.close();
  signal.addEventListener("abort", stop);
  const id = randomUUID();
  const { httpStatus, failure, note, request } = await sender.post({ id, body: body(id) }).finally(stop);
  out(plain(request));
  if (failure !== null) return fail("unavailable", failure.message);
  out(plain(`delivered: HTTP ${httpStatus}${note === null ? "" : ` (${note})`}`));
  return ok(undefined);
}
