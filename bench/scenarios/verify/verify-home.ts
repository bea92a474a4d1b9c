import type { Home } from "../messages/home.ts";
import type { Check } from "../scenario.types.ts";
import type { StoredExpectation } from "./verify-stored.ts";
import { verifyStored } from "./verify-stored.ts";

/** Reads everything that a service has stored. The service must have ended. `what` describes what was done to it. */
export async function verifyHome(home: Home, expected: StoredExpectation, name: string, what: string): Promise<Check> {
  const mistakes: string[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (_: object, text: string) => void mistakes.push(text),
  };
  const opened = await home.openStored(log);
  const { stored, mistakes: found } = await verifyStored(opened, expected);
  await opened.close();
  const seeded = expected.seeded === undefined ? "" : `, ${expected.seeded} seeded chats beside them as they were`;
  const answered = expected.runs.reduce((total, run) => total + run.answered, 0);
  return {
    name: `verify ${name}`,
    detail: `${answered} answered, ${stored} stored, each once and in order, ${what}${seeded}`,
    mistakes: [...mistakes, ...found],
  };
}
