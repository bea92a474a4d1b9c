import { policyFor } from "../../../machines/delivery/policies.ts";
import type { AttemptFailure, Cargo } from "../../../machines/tells.ts";
import type { WhyPhrase } from "../../codec/inspect/why-phrase.types.ts";
import { say, spanOf } from "./words.ts";

const receivers = {
  message: "customerSystem",
  bot_event: "bot",
  webhook: "ownersServer",
  mail: "mailServer",
} as const satisfies { readonly [Kind in Cargo["kind"]]: string };

/** The receiver of a cargo. */
export const receiverOf = ({ kind }: Cargo): WhyPhrase => say(receivers[kind]);

/** An answer of the other side that the service describes in its own words. */
const describedAnswer = /^The (?:customer system|receiver|bot|bot's token endpoint) answered\b/;

/**
 * Gives the reason of a failure as a clause. The stored message is an English sentence for agents. A known sentence is recognized by its
 * form, so that it can be said in other languages. A text of the other side is quoted.
 */
export function failureOf(failure: AttemptFailure, cargo: Cargo): WhyPhrase {
  const { kind, message } = failure;
  const isQuoted = kind === "error_answer" && cargo.kind !== "mail" && !describedAnswer.test(message);
  if (isQuoted) return say("answeredQuote", { receiver: receiverOf(cargo), text: message });
  const receiver = receiverIn(message) ?? receiverOf(cargo);
  return ownClause(failure, { receiver, cargo }) ?? say("otherFailure", { text: clauseOf(message) });
}

interface Circumstances {
  readonly receiver: WhyPhrase;
  readonly cargo: Cargo;
}

function ownClause(failure: AttemptFailure, { receiver, cargo }: Circumstances): WhyPhrase | null {
  const { message } = failure;
  const status = /\bHTTP (\d{3})\b/.exec(message)?.[1];
  const code = /\(([A-Z][A-Z0-9_]+)\)/.exec(message)?.[1];
  switch (failure.kind) {
    case "http_status":
      if (status === undefined) return null;
      if (message.includes(" redirect ")) return say("answeredRedirect", { receiver, status });
      return say(message.includes("instead of 200") ? "answeredInstead" : "answeredStatus", { receiver, status });
    case "timeout": {
      const key = cargo.kind === "mail" ? "mailTimedOut" : "timedOut";
      return say(key, { receiver, span: spanOf(policyFor(cargo).timeoutMs) });
    }
    case "gone":
      return say("answeredGone", { receiver });
    case "interrupted":
      return say(message.includes("restarted") ? "restarted" : "shuttingDown");
    case "connection":
      return connectionClause(message, receiver, code);
    case "unexpected_answer":
      return message.includes("valid HTTP") ? say("notHttp", { receiver }) : null;
    case "no_target":
      if (message.includes("webhook URL")) return say("noUrl");
      return message.startsWith("The event ") ? say("eventNotStored") : null;
    default:
      return null;
  }
}

function connectionClause(message: string, receiver: WhyPhrase, code: string | undefined): WhyPhrase | null {
  if (message.includes("refused the connection")) return say("refusedConnection", { receiver });
  if (message.includes("closed the connection")) return say("closedEarly", { receiver });
  if (message.includes("could not be resolved")) return say("unresolved", { receiver });
  if (code === undefined) return null;
  if (message.startsWith("The certificate ")) return say("badCertificate", { receiver, code });
  if (message.includes("over TLS")) return say("noTls", { receiver, code });
  return message.includes("could not be reached") ? say("unreachable", { receiver, code }) : null;
}

const named = [
  ["customer system", "customerSystem"],
  ["bot's token endpoint", "tokenEndpoint"],
  ["bot", "bot"],
  ["receiver", "ownersServer"],
  ["mail server", "mailServer"],
] as const;

/** The receiver that a sentence of the service names. Undefined for a text of the other side. */
function receiverIn(message: string): WhyPhrase | undefined {
  const found = named.find(([name]) =>
    new RegExp(`^The (?:certificate of the |address of the )?${name}\\b`).test(message),
  );
  return found === undefined ? undefined : say(found[1]);
}

/** A sentence of the service as a clause: no full stop, no capital. */
const clauseOf = (message: string): string =>
  message.replace(/\.$/, "").replace(/^(The|It|An|No|Nothing) /, (word) => word.toLowerCase());
