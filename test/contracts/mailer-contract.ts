import type { Test } from "tap";
import type { Mailer, OutboundMail } from "../../src/ports/mailer.ts";
import type { ManualClock } from "../edge/manual-clock.ts";

/** An adapter under test. */
export interface MailerUnderTest {
  readonly mailer: Mailer;
  /** The mailer's own clock. */
  readonly clock: ManualClock;
  /** From now on mails are sent to a server that never answers. `reached` resolves when one mail has reached it. */
  readonly goSilent: () => Promise<{ readonly reached: () => Promise<void> }>;
}

export const someMail: OutboundMail = {
  to: ["kim@example.com", "lee@example.com"],
  subject: "Chat 1 with Tomas Berg (Web site)",
  text: "Channel: Web site\n\n2026-11-20 18:03 UTC  Tomas Berg: Grüße\n",
  messageId: "01KAGQ3J4Z0000000000000001",
  dateMs: Date.UTC(2026, 10, 20, 18, 3),
  timeoutMs: 30_000,
};

/** The contract of every mailer. `open` makes a new one that delivers. */
export function runMailerContract(t: Test, name: string, open: (t: Test) => Promise<MailerUnderTest>): void {
  t.test(`[WH-27] ${name}: a mail is delivered, and its log entry has the time and the place`, async (t) => {
    const { mailer, clock } = await open(t);
    const outcome = await mailer.send(someMail);
    t.match(outcome, { failure: null, httpStatus: null, isFinal: false, startedAtMs: clock.nowMs(), durationMs: 0 });
    t.match(outcome.trace, { address: /^smtps?:\/\/127\.0\.0\.\d:\d+$/, answer: /^250 /, note: null });
  });

  t.test(`[WH-27] ${name}: an attempt ends when its time is over, not before`, async (t) => {
    const { mailer, clock, goSilent } = await open(t);
    const { reached } = await goSilent();
    let isOver = false;
    const sending = mailer.send(someMail).finally(() => {
      isOver = true;
    });
    await reached();
    clock.advance(someMail.timeoutMs - 1);
    await new Promise((resolve) => setImmediate(resolve));
    t.notOk(isOver);
    clock.advance(1);
    const outcome = await sending;
    t.match(outcome, {
      durationMs: someMail.timeoutMs,
      isFinal: false,
      failure: { kind: "timeout", message: /within 30 s/ },
    });
  });

  t.test(`[WH-27] ${name}: closing ends running attempts as interrupted, and no attempt begins any more`, async (t) => {
    const { mailer, goSilent } = await open(t);
    const { reached } = await goSilent();
    const sending = mailer.send(someMail);
    await reached();
    await mailer.close();
    t.match(await sending, { isFinal: false, failure: { kind: "interrupted" } });
    t.match(await mailer.send(someMail), { failure: { kind: "interrupted" } });
  });
}
