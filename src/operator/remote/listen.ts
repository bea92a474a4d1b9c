import { Command } from "commander";
import { fieldOf } from "../../codec/json/json-values.ts";
import { signingSecretForm } from "../../codec/settings/channel-schema.ts";
import { newSigningSecret } from "../../core/random/signing-secret.ts";
import type { Result } from "../../core/result.ts";
import type { OperatorCommand, Terminal } from "../command.ts";
import { plain } from "../command.ts";
import { programOf } from "../program-name.ts";
import type { Sender, Surface } from "../try/service-requests.ts";
import { isHttpUrl, isSigningSecret, openSender } from "../try/service-requests.ts";
import type { RemoteService, ServiceFlags } from "./service.ts";
import { addServiceFlags, callService, readService, statuses } from "./service.ts";
import type { WatchedStep } from "./watch-steps.ts";
import { watchSteps } from "./watch-steps.ts";

interface Flags extends ServiceFlags {
  readonly forward?: string;
  readonly forwardMessages?: string;
  readonly forwardBot?: string;
  readonly token?: string;
  readonly secret?: string;
  readonly channel?: string;
}

/** `parley listen`: deliveries as they happen, and events of webhooks forwarded to a program on this machine. */
export const listen: OperatorCommand<Flags> = {
  create: () =>
    addServiceFlags(
      new Command(programOf("listen"))
        .description(
          [
            "Prints each delivery as it happens, with its body and the answer to each attempt. Ctrl-C ends it.",
            "With --forward, each event of developer webhooks also goes to your program, signed as the service signs it. The service sends events only of channels with a webhook URL or an endpoint. --forward-messages and --forward-bot do the same for agents' messages and for events for a bot.",
            "The key needs the scopes inspect and deliveries, and an agent who is an administrator.",
            statuses,
          ].join("\n\n"),
        )
        .usage("[flags]")
        .option("--forward <url>", "the address of your program, such as http://localhost:3000/events")
        .option("--forward-messages <url>", "the address of your customer system, for agents' messages")
        .option("--forward-bot <url>", "the address of your bot, for events for a bot")
        .option("--token <token>", "the token of your bot (default: parley-try)")
        .option("--secret <whsec_…>", "the signing secret (default: a new one, which is printed)")
        .option("--channel <id>", "only deliveries of this channel"),
    ),
  read(operands, flags, { environment, mistakes }) {
    for (const operand of operands) mistakes.add("argument", { value: operand }, "flags only");
    const { secret = newSigningSecret(), channel = null, token = "parley-try" } = flags;
    const targets = [
      ["--forward", "receiver", flags.forward],
      ["--forward-messages", "customer-system", flags.forwardMessages],
      ["--forward-bot", "bot", flags.forwardBot],
    ] as const;
    for (const [flag, , url] of targets)
      if (url !== undefined && !isHttpUrl(url)) mistakes.add(flag, { value: url }, "an http or https URL");
    if (!isSigningSecret(secret)) mistakes.add("--secret", { problem: "no signing secret" }, signingSecretForm);
    const service = readService(flags, environment, mistakes);
    if (service === null) return null;
    return async (terminal) => {
      const senders = new Map<Surface, Sender>();
      for (const [, surface, url] of targets)
        if (url !== undefined)
          senders.set(
            surface,
            openSender({ surface, url, secret, token, isStrict: false }, Number.MAX_SAFE_INTEGER, terminal.clock),
          );
      if (senders.size > 0 && flags.secret === undefined) terminal.err(`Events are signed with ${secret}`);
      try {
        return await hear({ service, senders, channel, terminal });
      } finally {
        for (const sender of senders.values()) await sender.close();
      }
    };
  },
};

interface Listening {
  readonly service: RemoteService;
  /** By what they forward. */
  readonly senders: ReadonlyMap<Surface, Sender>;
  readonly channel: string | null;
  readonly terminal: Terminal;
}

async function hear(listening: Listening): Promise<Result<void>> {
  const { service, terminal } = listening;
  // One after another, so that the events of a chat stay in order.
  let work: Promise<void> = Promise.resolve();
  const watched = await watchSteps(service, {
    keys: ["*"],
    signal: terminal.signal,
    clock: terminal.clock,
    say: terminal.err,
    onStep(step) {
      if (!step.actor.startsWith("delivery/")) return;
      work = work.then(() => show(listening, step));
    },
  });
  await work;
  return watched;
}

async function show({ service, senders, channel, terminal }: Listening, step: WatchedStep): Promise<void> {
  const { out, err, signal } = terminal;
  const isStart = step.effects.some(({ type }) => type === "effect.attempt.start");
  const isOutcome = step.event.type === "attempt.succeeded" || step.event.type === "attempt.failed";
  if (signal.aborted || (!isStart && !isOutcome)) return;
  const id = step.actor.slice("delivery/".length);
  const answer = await callService(service, "GET", `/api/deliveries/${id}`, signal);
  if (!answer.ok) return err(plain(`${id}  ${answer.failure.message}`));
  const delivery = fieldOf(answer.value, "delivery");
  if (channel !== null && fieldOf(delivery, "channelId") !== channel) return;
  const what = `${fieldOf(delivery, "kind")}  ${id}`;
  if (isOutcome) out(plain(`${what}  ${outcomeOf(delivery)}`));
  const body = fieldOf(fieldOf(delivery, "request"), "body");
  if (!isStart || typeof body !== "string") return;
  const attempts = fieldOf(delivery, "attempts");
  const attempt = Math.max(1, Array.isArray(attempts) ? attempts.length : 1);
  if (attempt === 1) out(plain(`${what}  ${body}`));
  const sender = senders.get(surfaceOf(String(fieldOf(delivery, "kind"))));
  if (sender === undefined) return;
  const { httpStatus, failure, note } = await sender.post({ id, body, attempt });
  out(plain(`${what}  forwarded: ${failure?.message ?? `HTTP ${httpStatus}`}${note === null ? "" : ` (${note})`}`));
}

/** Mails have no body here. */
function surfaceOf(kind: string): Surface {
  if (kind === "message") return "customer-system";
  return /^[A-Z_]+$/.test(kind) ? "bot" : "receiver";
}

function outcomeOf(delivery: unknown): string {
  const attempts = fieldOf(delivery, "attempts");
  const last: unknown = Array.isArray(attempts)
    ? attempts.findLast((one) => fieldOf(one, "durationMs") !== null)
    : null;
  const message = fieldOf(fieldOf(last, "error"), "message");
  const status = fieldOf(last, "status");
  const said = typeof message === "string" ? message : `HTTP ${status}`;
  return `attempt ${fieldOf(last, "number")}: ${said} (${fieldOf(last, "durationMs")} ms)`;
}
