import type { OutboundOutcome } from "./outbound.ts";

/** One mail, plain text. */
export interface OutboundMail {
  readonly to: readonly string[];
  /** One line. */
  readonly subject: string;
  /** Lines end with `\n`. */
  readonly text: string;
  /** Equal in all attempts, so that a mail box knows a repeat: letters and digits. */
  readonly messageId: string;
  /** What the mail is dated, unix milliseconds: equal in all attempts. */
  readonly dateMs: number;
  /** A person wrote it: nothing is said of it having been made by a machine. */
  readonly isByPerson?: true;
  /** Waiting for a connection, connecting, greeting and sending together. */
  readonly timeoutMs: number;
}

export interface MailOutcome extends OutboundOutcome {
  /** The server did answer, and always will the same. */
  readonly isFinal: boolean;
}

/** Sends mail: logs of chats, and what agents answer. Source: WH-27. */
export interface Mailer {
  /** One attempt, over within `timeoutMs`. Every outcome is a value: it does not reject. */
  send(mail: OutboundMail): Promise<MailOutcome>;
  /** Ends all connections; a running attempt ends as `interrupted`. */
  close(): Promise<void>;
}
