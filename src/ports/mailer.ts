import type { OutboundOutcome } from "./outbound.ts";

/** One mail, plain text. */
export interface OutboundMail {
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Equal in all attempts, so that a mail box knows a repeat. */
  readonly messageId: string;
  readonly timeoutMs: number;
}

export interface MailOutcome extends OutboundOutcome {
  /** The server did answer, and always will the same. */
  readonly isFinal: boolean;
}

/** Sends mail. Source: WH-27. */
export interface Mailer {
  /** One attempt. Every outcome is a value: it does not reject. */
  send(mail: OutboundMail): Promise<MailOutcome>;
  close(): Promise<void>;
}
