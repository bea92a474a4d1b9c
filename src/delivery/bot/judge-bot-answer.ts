import type { OutboundOutcome } from "../../ports/outbound.ts";
import type { ExchangeResult } from "../request/ask.ts";
import { noTrace, startOfAnswer } from "../request/attempt-trace.ts";
import { explainError, explainStatus, isSuccess } from "../request/explain-error.ts";
import { hideSecrets } from "../request/hide-secrets.ts";

export type BotVerdict = Pick<OutboundOutcome, "httpStatus" | "failure" | "trace"> & {
  /** A defect of the service. No network causes it. */
  readonly isDefect: boolean;
};

/** Any 2xx is a success, whatever the body. Everything else is a failure. `secrets` are masked in the trace. Source: BOT-19, BOT-20. */
export function judgeBotAnswer(
  { httpStatus, answer, error }: ExchangeResult,
  about: { readonly address: string | null; readonly timeoutMs: number; readonly secrets: readonly string[] },
): BotVerdict {
  const { address, timeoutMs, secrets } = about;
  const trace =
    httpStatus === null
      ? { ...noTrace, address }
      : { address, answer: startOfAnswer(hideSecrets(answer, secrets)), note: null };
  if (error !== null || httpStatus === null) {
    const explained = explainError(error, timeoutMs, "bot");
    const message = "The event could not be sent because of an error in the service.";
    const failure = explained ?? { kind: "connection", code: "connection", message };
    return { httpStatus, failure, trace, isDefect: explained === null };
  }
  if (isSuccess(httpStatus)) return { httpStatus, failure: null, trace, isDefect: false };
  const message = explainStatus(httpStatus, "bot");
  return { httpStatus, failure: { kind: "http_status", code: "http_status", message }, trace, isDefect: false };
}
