import type { TestFault } from "../../codec/test-fault.ts";
import { parseTestFault } from "../../codec/test-fault.ts";
import { createLastUsed } from "../../core/bounds/last-used.ts";
import type { Result } from "../../core/result.ts";
import { ok } from "../../core/result.ts";
import type { HttpExchange } from "../http/http-exchange.ts";

/** The number of bodies whose attempts are counted. */
const bodiesMax = 1_000;

/** Counts the attempts of each message that asks a test channel for a fault. The counts are lost at a restart. Source: CH-62. */
export class TestFaults {
  readonly #attempts = createLastUsed<string, { count: number }>(bodiesMax);

  /** The fault that this attempt gets; null for none. `body` is the same for each attempt. Fails for a fault with a mistake. */
  take(text: string, body: string): Result<TestFault | null> {
    const fault = parseTestFault(text);
    if (!fault.ok || fault.value === null) return fault;
    const attempts = this.#attempts.get(body) ?? { count: 0 };
    attempts.count += 1;
    this.#attempts.set(body, attempts);
    return attempts.count > (fault.value.attempts ?? 1) ? ok(null) : fault;
  }
}

/** Whether the message is stored before its answer is spoilt. */
export const isStoredFirst = (fault: TestFault): boolean =>
  "answer" in fault && (fault.answer === "lost" || fault.answer === "broken");

/** Spoils the answer. One that hangs ends with the usual 504. */
export function spoilAnswer(exchange: HttpExchange, fault: TestFault): void {
  if ("status" in fault) {
    const message = `The message asked this test channel for status ${fault.status}.`;
    exchange.answer(fault.status, { body: JSON.stringify({ error: { code: "test_fault", message } }) });
  } else if (fault.answer === "broken") exchange.answer(200, { body: '{"result":"o' });
  else if (fault.answer !== "hang") exchange.closeAsAsked();
}
