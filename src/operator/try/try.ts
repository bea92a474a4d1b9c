import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import type { Recipient } from "../../../machines/tells.ts";
import { toWellFormed } from "../../codec/text/text.ts";
import type { Mistakes } from "../../config/mistakes.ts";
import { createMistakes } from "../../config/mistakes.ts";
import { systemClock } from "../../core/clock.ts";
import type { OperatorCommand, Terminal } from "../command.ts";
import { mistakeStatus } from "../command.ts";
import { botChecks, botRequestsMax } from "./bot.ts";
import type { Check, Finding } from "./checks.ts";
import { runChecks } from "./checks.ts";
import type { Order, TryFlags } from "./command-line.ts";
import { tryWords } from "./command-line.ts";
import type { CustomerScene } from "./customer-system.ts";
import { customerRequestsMax, customerSystemChecks } from "./customer-system.ts";
import type { PlayedService } from "./played-service.ts";
import { playService } from "./played-service.ts";
import { receiverChecks, receiverRequestsMax } from "./receiver.ts";
import type { Sender } from "./service-requests.ts";
import { channelId, openSender } from "./service-requests.ts";

const failedStatus = 1;
const stoppedStatus = 130;

/** Findings go to standard output, everything else to standard error. */
export const tryOut: OperatorCommand<TryFlags> = {
  create: tryWords.create,
  read(operands, flags, surroundings) {
    const { mistakes } = surroundings;
    const order = tryWords.read(operands, flags, surroundings);
    if (order === null || mistakes.lines.length > 0 || !canWrite(order.junit, mistakes)) return null;
    return (terminal) => run(order, terminal);
  },
};

/** Returns the exit status. */
async function run(order: Order, terminal: Terminal): Promise<number> {
  const mistakes = createMistakes();
  const service = await play(order, mistakes, terminal);
  if (service === undefined) {
    mistakes.lines.forEach(terminal.err);
    return mistakeStatus;
  }
  const { findings, checks } = await carryOut(order, service, terminal).finally(() => service?.close());
  terminal.out(summaryOf(order.target.surface, findings, checks));
  if (order.junit !== null) writeFileSync(order.junit, toJunit(order.target.surface, findings));
  if (terminal.signal.aborted) return stoppedStatus;
  return findings.some(({ judged }) => judged.outcome === "failed") ? failedStatus : 0;
}

/** Found out before the first request, so that no findings are lost. */
function canWrite(file: string | null, mistakes: Mistakes): boolean {
  if (file === null) return true;
  try {
    writeFileSync(file, "");
    return true;
  } catch (error) {
    mistakes.add("--junit", { problem: `${file} cannot be written (${Object(error).code})` }, "a file in a folder");
    return false;
  }
}

/** Not a secret: nothing is stored behind it. */
const clientPath = `/chat-api/parley-try-is-no-secret/${channelId}`;

/** Returns `null` without an address to listen on, and `undefined` with an entry in `mistakes` when the address cannot be had. */
async function play(
  order: Order,
  mistakes: Mistakes,
  { signal, clock }: Terminal,
): Promise<PlayedService | null | undefined> {
  if (order.listen === null) return null;
  const { host, port } = order.listen;
  try {
    return await playService({ host, port, botPath: botPathOf(order), clientPath }, signal, clock);
  } catch (error) {
    const problem = `${host}:${port} cannot be listened on (${Object(error).code})`;
    mistakes.add("--listen", { problem }, "a free address of this machine");
    return undefined;
  }
}

const botPathOf = ({ provider, target }: Order): string =>
  `/bots/webhooks/${provider}/${encodeURIComponent(target.token)}`;

interface Tried {
  readonly findings: readonly Finding[];
  readonly checks: number;
}

async function carryOut(
  order: Order,
  service: PlayedService | null,
  { out, err, signal, clock }: Terminal,
): Promise<Tried> {
  const { target } = order;
  const tell = (finding: Finding): void => linesOf(finding).forEach(out);
  const tryAll = async <Scene>(
    checks: readonly Check<Scene>[],
    requestsMax: number,
    toScene: (sender: Sender) => Scene,
  ): Promise<Tried> => {
    const sender = openSender(target, requestsMax, clock);
    const stop = (): void => void sender.close();
    signal.addEventListener("abort", stop);
    const findings = await runChecks(checks, toScene(sender), { signal, clock, tell }).finally(() => sender.close());
    signal.removeEventListener("abort", stop);
    return { findings, checks: checks.length };
  };
  const common = { hasSecret: target.secret !== null, newId: randomUUID, first: null };
  const { waitMs } = order;
  sayAddress(order, service, err);
  if (target.surface === "receiver")
    return tryAll(receiverChecks, receiverRequestsMax, (sender) => ({ ...common, sender, newChatId: newNumbers() }));
  if (target.surface === "customer-system")
    return tryAll(customerSystemChecks, customerRequestsMax, (sender) => {
      const scene = { ...common, sender, service, waitMs, isStrict: target.isStrict, ask: err };
      service?.onClient((number) => (number === 1 ? { failure: unavailable } : {}));
      return { ...scene, ...recipientOf(order) } satisfies CustomerScene;
    });
  if (service === null) throw new Error("Expected an address for the posts of the bot.");
  const next = newNumbers();
  const newChat = () => ({ chatId: next(), clientNumber: Number(next()) });
  return tryAll(botChecks, botRequestsMax, (sender) => ({
    ...common,
    ...{ sender, service, waitMs, newChat, invitation: order.ask, unavailable: null },
  }));
}

const unavailable = {
  code: "unavailable",
  message: "The server is starting or shutting down.",
  retryAfterSeconds: 1,
} as const;

function sayAddress(order: Order, service: PlayedService | null, say: (text: string) => void): void {
  if (service === null) return;
  if (order.target.surface === "bot") say(`The bot posts to ${service.origin}${botPathOf(order)}`);
  else say(`Your system posts to ${service.origin}${clientPath}`);
}

/** Numbers that no run of the last hundred years has used: the time of the start, and a count. */
function newNumbers(): () => string {
  let last = systemClock.nowMs() * 100;
  return () => {
    last += 1;
    return String(last);
  };
}

const inventedId = "parley-try";

function recipientOf({ recipient }: Order): { readonly recipient: Recipient; readonly isInvented: boolean } {
  if (recipient === null) return { recipient: { senderId: inventedId, senderIdKind: "string" }, isInvented: true };
  const senderIdKind = /^(?:0|-?[1-9]\d*)$/.test(recipient) ? "integer" : "string";
  return { recipient: { senderId: recipient, senderIdKind }, isInvented: false };
}

const outcomeWidth = 8;
const ruleWidth = 8;

/** The lines of a finding on the terminal. */
function linesOf({ rule, does, expects, judged, durationMs }: Finding): readonly string[] {
  const start = `${judged.outcome.padEnd(outcomeWidth)} ${rule.padEnd(ruleWidth)} ${does}`;
  const head = `${start}: ${expects}`;
  const more = (...lines: readonly string[]): readonly string[] => lines.map((line) => `${indent}${plain(line)}`);
  switch (judged.outcome) {
    case "passed":
      return [`${head} (${durationMs} ms)`, ...(judged.note === null ? [] : more(`note: ${judged.note}`))];
    case "failed":
      return [head, ...more(`expected ${expects}`, `came ${judged.came}`, `after ${judged.request}`)];
    case "skipped":
      return [`${start}: ${judged.reason}`];
  }
}

const indent = " ".repeat(outcomeWidth + ruleWidth + 2);

/** Replaces characters that a terminal would obey. What came is from outside. */
const plain = (text: string): string => text.replace(/\p{Cc}/gu, "\uFFFD");

/** The last line. Names each rule that failed once. */
function summaryOf(surface: string, findings: readonly Finding[], checks: number): string {
  const count = (outcome: Finding["judged"]["outcome"]): number =>
    findings.filter(({ judged }) => judged.outcome === outcome).length;
  const rules = new Set(findings.filter(({ judged }) => judged.outcome === "failed").map(({ rule }) => rule));
  const broken = rules.size === 0 ? "" : ` (${[...rules].join(", ")})`;
  const left = checks - findings.length;
  const stopped = left === 0 ? "" : ` Stopped before ${left} more.`;
  return `${surface}: ${count("passed")} passed, ${count("failed")} failed${broken}, ${count("skipped")} not tried.${stopped}`;
}

/** One suite of JUnit, with a case for each check. */
function toJunit(surface: string, findings: readonly Finding[]): string {
  const count = (outcome: Finding["judged"]["outcome"]): number =>
    findings.filter(({ judged }) => judged.outcome === outcome).length;
  const totalMs = findings.reduce((sum, { durationMs }) => sum + durationMs, 0);
  const counts = attributes({
    tests: findings.length,
    failures: count("failed"),
    errors: 0,
    skipped: count("skipped"),
    time: totalMs / 1_000,
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="parley try"${counts}>`,
    `  <testsuite${attributes({ name: surface })}${counts}>`,
    ...findings.map((finding) => caseOf(surface, finding)),
    "  </testsuite>",
    "</testsuites>",
    "",
  ].join("\n");
}

function caseOf(surface: string, { rule, does, expects, judged, durationMs }: Finding): string {
  const named = { classname: `${surface}.${rule}`, name: `${rule} ${does}: ${expects}`, time: durationMs / 1_000 };
  const head = `    <testcase${attributes(named)}`;
  switch (judged.outcome) {
    case "passed":
      return `${head}/>`;
    case "failed": {
      const text = `expected ${expects}\ncame ${judged.came}\nafter ${judged.request}`;
      return `${head}><failure${attributes({ type: rule, message: judged.came })}>${escapeXml(text)}</failure></testcase>`;
    }
    case "skipped":
      return `${head}><skipped${attributes({ message: judged.reason })}/></testcase>`;
  }
}

const attributes = (values: Readonly<Record<string, string | number>>): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeXml(String(value))}"`)
    .join("");

const entities: Readonly<Record<string, string>> = { "<": "&lt;", ">": "&gt;", "&": "&amp;", '"': "&quot;" };

/** XML 1.0 has no form for most control characters, and none for halves of characters. */
const escapeXml = (text: string): string =>
  toWellFormed(text)
    .replace(/[<>&"]/g, (character) => entities[character] ?? "")
    .replace(/[^\P{Cc}\n\t]|[\uFFFE\uFFFF]/gu, "\uFFFD");
