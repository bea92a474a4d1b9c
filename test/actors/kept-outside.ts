import type { Mailer, MailOutcome, OutboundMail } from "../../src/ports/mailer.ts";
import type {
  Outbound,
  OutboundAttempt,
  OutboundBotEvent,
  OutboundCall,
  OutboundOutcome,
  OutboundTyping,
  OutboundWebhook,
  WebhookOutcome,
} from "../../src/ports/outbound.ts";
import type { Telephony } from "../../src/ports/telephony.ts";

interface Kept<Answer> {
  readonly atMs: number;
  answer(answer?: Answer): Promise<void>;
}
/** An attempt of the runtime. It waits until the test gives its outcome. */
export interface MadeAttempt extends OutboundAttempt, Kept<Partial<OutboundOutcome>> {}
/** An event for the bot. It waits until the test gives its outcome. */
export interface SentBotEvent extends OutboundBotEvent, Kept<Partial<OutboundOutcome>> {}
/** An event for the owner's server. It waits until the test gives its outcome. */
export interface MadeReport extends OutboundWebhook, Kept<Partial<WebhookOutcome>> {
  /** The parsed body. */
  readonly json: Readonly<Record<string, unknown>>;
}
/** A call that was requested from the gateway. It waits until the test gives the reason of a failure; `null` accepts it. */
export interface MadeCall extends OutboundCall, Kept<string | null> {}
/** A mail. It waits until the test gives its outcome. */
export interface MadeMail extends OutboundMail, Kept<Partial<MailOutcome>> {}
export interface MadeNotice extends OutboundTyping {
  readonly atMs: number;
}

/** Everything that was sent outside, in order. */
export interface Outside {
  readonly attempts: readonly MadeAttempt[];
  readonly botEvents: readonly SentBotEvent[];
  readonly reports: readonly MadeReport[];
  readonly calls: readonly MadeCall[];
  readonly mails: readonly MadeMail[];
  readonly notices: readonly MadeNotice[];
}

interface OutsideParts {
  readonly nowMs: () => number;
  /** Whether the process is dead: a dead process gets no answer and sends nothing. */
  readonly isGone: () => boolean;
  /** Waits until all effects of an answer have ended. */
  readonly settle: () => Promise<void>;
}

const noTrace = { address: null, answer: null, note: null };

type Keep = <Answer, Outcome>(
  add: (kept: Kept<Answer>) => void,
  answerOf: (answer: Answer | undefined, startedAtMs: number) => Outcome,
) => Promise<Outcome>;

/** Keeps each request. It resolves with the result that `answerOf` makes of the test's answer. */
const createKeep =
  ({ nowMs, isGone, settle }: OutsideParts): Keep =>
  (add, answerOf) =>
    new Promise((resolve) => {
      const startedAtMs = nowMs();
      add({
        atMs: startedAtMs,
        async answer(given) {
          if (isGone()) return;
          resolve(answerOf(given, startedAtMs));
          await settle();
        },
      });
    });

type Changes<Outcome> = Partial<Outcome> | undefined;

/** Ports to the outside that keep each request until the test answers it. */
export function createKeptOutside(parts: OutsideParts) {
  const { nowMs, isGone } = parts;
  const keep = createKeep(parts);
  const attempts: MadeAttempt[] = [];
  const botEvents: SentBotEvent[] = [];
  const reports: MadeReport[] = [];
  const calls: MadeCall[] = [];
  const mails: MadeMail[] = [];
  const notices: MadeNotice[] = [];
  const sent = (changes: Changes<OutboundOutcome>, startedAtMs: number): OutboundOutcome => {
    const durationMs = nowMs() - startedAtMs;
    return { startedAtMs, durationMs, httpStatus: 200, failure: null, trace: noTrace, ...changes };
  };
  const reported = (changes: Changes<WebhookOutcome>, startedAtMs: number): WebhookOutcome => ({
    ...sent(changes, startedAtMs),
    ...{ crmAnswer: null, isFinal: false, retryAfterMs: 0, ...changes },
  });
  const mailed = (changes: Changes<MailOutcome>, startedAtMs: number): MailOutcome => ({
    ...sent({ httpStatus: null, ...changes }, startedAtMs),
    isFinal: changes?.isFinal ?? false,
  });

  const outbound: Outbound = {
    attempt: (attempt) => keep((kept) => attempts.push({ ...attempt, ...kept }), sent),
    tellBot: (event) => keep((kept) => botEvents.push({ ...event, ...kept }), sent),
    report(report) {
      const json = JSON.parse(Buffer.from(report.body).toString());
      return keep((kept) => reports.push({ ...report, json, ...kept }), reported);
    },
    async notify(notice) {
      if (isGone()) return null;
      notices.push({ ...notice, atMs: nowMs() });
      return sent({}, nowMs());
    },
    close: async () => undefined,
  };
  const telephony: Telephony = {
    isConfigured: true,
    startCall: (call) =>
      keep(
        (kept) => calls.push({ ...call, ...kept }),
        (failure: string | null | undefined) => failure ?? null,
      ),
    close: async () => undefined,
  };
  const mailer: Mailer = {
    send: (mail) => keep((kept) => mails.push({ ...mail, ...kept }), mailed),
    close: async () => undefined,
  };
  const outside: Outside = { attempts, botEvents, reports, calls, mails, notices };
  return { outside, outbound, telephony, mailer };
}
