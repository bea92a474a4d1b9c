import type { OutboundOutcome } from "./outbound.ts";

/** One mail, plain text. */
export interface OutboundMail {
  readonly to: readonly string[];
  /** One line. */
  readonly subject: string;
  /** Lines end with `\n`. */
  readonly text: string;
  /** The same in all attempts, so that a mailbox recognises a repeat: letters and digits. */
  readonly messageId: string;
  /** The date of the mail, unix milliseconds: the same in all attempts. */
  readonly dateMs: number;
  /** A person wrote it: no header marks it as made by a machine. */
  readonly isByPerson?: true;
  /** The time limit for the wait for a connection, connecting, greeting and sending together. */
  readonly timeoutMs: number;
}

export interface MailOutcome extends OutboundOutcome {
  /** The server answered, and would answer the same at every attempt. */
  readonly isFinal: boolean;
}

/** Sends mail: logs of chats, and answers of agents. Source: WH-27. */
export interface Mailer {
  /** Makes one attempt, which ends within `timeoutMs`. Every outcome is a value: it does not reject. */
  send(mail: OutboundMail): Promise<MailOutcome>;
  /** Ends all connections; a running attempt ends as `interrupted`. */
  close(): Promise<void>;
}
