import type { CrmAnswer } from "../../../../machines/chat/client.types.ts";
import type { Mailer } from "../../../../src/ports/mailer.ts";
import type { Outbound, OutboundOutcome } from "../../../../src/ports/outbound.ts";
import type { Telephony } from "../../../../src/ports/telephony.ts";
import type { ManualClock } from "../../../edge/manual-clock.ts";

const trace = { address: null, answer: null, note: null };

const crmAnswer: CrmAnswer = {
  customData: [{ title: "Orders", content: "3 open", key: null, link: "https://crm.example.com/orders" }],
  enableAssign: true,
  crmLink: "https://crm.example.com/cards/1",
  page: { url: "https://shop.example.com/wheels", title: "Wheels" },
};

/** All systems that the service sends to. They answer at once. The customer system can be set to refuse. */
export interface Outside {
  readonly outbound: Outbound;
  readonly telephony: Telephony;
  readonly mailer: Mailer;
  refusesReplies: boolean;
  refusesMails: boolean;
  /** The answer of the customer system when it refuses. */
  refusal: string;
  /** The answer of the owner's server about every chat. */
  crmAnswer: CrmAnswer;
  /** The id of the call that was requested last from the gateway. */
  lastCallId: string;
}

export function createOutside(clock: ManualClock): Outside {
  const taken = (): OutboundOutcome => ({
    startedAtMs: clock.nowMs(),
    durationMs: 0,
    httpStatus: 200,
    failure: null,
    trace,
  });
  const refused = (): OutboundOutcome => {
    const failure = { kind: "http_status", code: "http_status", message: outside.refusal } as const;
    return { ...taken(), httpStatus: 503, failure };
  };
  const outside: Outside = {
    refusesReplies: false,
    refusesMails: false,
    refusal: "The shop is closed.",
    crmAnswer,
    lastCallId: "",
    outbound: {
      attempt: async () => (outside.refusesReplies ? refused() : taken()),
      tellBot: async () => taken(),
      report: async () => ({ ...taken(), crmAnswer: outside.crmAnswer, isFinal: false, retryAfterMs: 0 }),
      notify: async () => taken(),
      close: async () => undefined,
    },
    telephony: {
      isConfigured: true,
      async startCall({ callId }) {
        outside.lastCallId = callId;
        return null;
      },
      close: async () => undefined,
    },
    mailer: {
      send: async () => {
        const failure = { kind: "error_answer", code: "550", message: "550 No such mailbox" } as const;
        return { ...taken(), httpStatus: null, failure: outside.refusesMails ? failure : null, isFinal: true };
      },
      close: async () => undefined,
    },
  };
  return outside;
}
