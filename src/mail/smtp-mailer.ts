import { createTransport } from "nodemailer";
import type { Clock } from "../ports/clock.ts";
import type { Mailer } from "../ports/mailer.ts";

export interface SmtpMailerOptions {
  /** `smtp://` or `smtps://`, with user and password where needed: a secret. `null`: no mail server is configured. */
  readonly url: string | null;
  /** The sender. */
  readonly from: string;
  readonly clock: Clock;
}

/** Sends mail through the configured server. Source: WH-27. */
export function createSmtpMailer({ url, from, clock }: SmtpMailerOptions): Mailer {
  const transport = url === null ? null : createTransport({ url, pool: true, maxConnections: 2 });
  return {
    async send({ to, subject, text, messageId }) {
      const startedAtMs = clock.nowMs();
      const trace = { address: null, answer: null, note: null };
      const base = { httpStatus: null, trace, isFinal: false };
      if (transport === null) {
        const failure = { kind: "no_target", code: "no_target", message: "No mail server is configured." } as const;
        return { ...base, startedAtMs, durationMs: 0, failure, isFinal: true };
      }
      try {
        const sent = await transport.sendMail({ from, to: [...to], subject, text, messageId: `<${messageId}@parley>` });
        const answer = { ...trace, answer: String(sent.response) };
        return { ...base, startedAtMs, durationMs: clock.nowMs() - startedAtMs, failure: null, trace: answer };
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const failure = { kind: "connection", code: "connection", message } as const;
        return { ...base, startedAtMs, durationMs: clock.nowMs() - startedAtMs, failure };
      }
    },
    async close() {
      transport?.close();
    },
  };
}
