import fc from "fast-check";
import t from "tap";
import type { CallReported, GatewayAnswered } from "../../../machines/call/call.machine.ts";
import { lostDeadline } from "../../../machines/call/call.machine.ts";
import type { CallBegan, CallStatus, CallSummary, RungAgent } from "../../../machines/tells.ts";
import { channelAddress, soloConversation } from "../../../machines/tells.ts";
import { asActorKey, asAgentId, asCallId, asConversationKey, asMessageId } from "../../../src/core/ids.ts";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { Cell, throughStore } from "../cells.ts";
import { channelId, id as chatId, t0 } from "../chat/chat-steps.ts";
import { deadline, noDeadline, reached } from "../deadlines.ts";
import type { TableRow } from "../table.ts";
import { checkRow } from "../table.ts";

const id = asCallId("8841");
const actor = asActorKey("call/8841");
const conversation = asConversationKey("client/MOBILEAPP1/7");
const phone = "+442079460181";
const rung: RungAgent = { id: asAgentId(12), name: "Irina Vale", phone: "+442079460012" };
const fourHoursMs = 4 * 60 * 60 * 1_000;

const callback: CallBegan = {
  type: "call.began",
  nowMs: t0,
  id,
  chatId,
  channelId,
  callType: "callback",
  phone,
  rung,
  chosenId: null,
  failure: null,
};
const incoming: CallBegan = { ...callback, callType: "incoming", rung: null, chosenId: asAgentId(5) };

const reportedAt = (nowMs: number, status: CallStatus, said: Partial<CallReported> = {}): CallReported => ({
  type: "call.reported",
  nowMs,
  status,
  agentId: null,
  chosenId: null,
  reason: null,
  recordUrl: null,
  ...said,
});
const reported = (status: CallStatus, said: Partial<CallReported> = {}) => reportedAt(t0 + 100, status, said);
const answered = (failure: string | null): GatewayAnswered => ({ type: "gateway.answered", nowMs: t0 + 50, failure });
const answerLost = reached("gateway-answer", t0 + 1_000, t0 + 1_000, true);
const lost = reached(lostDeadline, t0 + fourHoursMs);

const summary = (of: Partial<CallSummary>): CallSummary => ({
  id,
  type: "callback",
  phone,
  status: "start",
  agentId: rung.id,
  reason: null,
  recordUrl: null,
  ...of,
});
/** An answered callback is counted. Source: CALL-10. */
const toBalance = {
  to: channelAddress(channelId),
  conversation: soloConversation(channelAddress(channelId)),
  event: { type: "callback.answered", callId: id },
} as const;
/** Each report makes one event for the chat and one for the desk. */
function changed(nowMs: number, of: Partial<CallSummary>): readonly Effect[] {
  const call = summary(of);
  const { type, status, agentId, reason, recordUrl } = call;
  const about = { type, phone, status, reason, recordUrl };
  const lineId = asMessageId(`call/8841/${status}`);
  return [
    { type: "effect.report.make", nowMs, report: { event: "call_event", chatId, agentId, call: about } },
    {
      type: "effect.actor.tell",
      tells: [
        { to: asActorKey("chat/12"), event: { type: "call.changed", nowMs, call, lineId } },
        ...(type === "callback" && status === "client_connected" ? [toBalance] : []),
      ],
    },
    { type: "effect.call.publish", chatId, channelId, call },
  ];
}
const clearAnswer = noDeadline("gateway-answer");
const clearLost = noDeadline(lostDeadline);
const awaitLost = deadline(lostDeadline, t0 + fourHoursMs);
const awaitAnswer = deadline("gateway-answer", t0 + 15_000, true);

const statuses = ["start", "agent_connected", "client_connected", "end", "error"] as const;
const agentOn = reported("agent_connected");
const clientOn = reported("client_connected");
/** Each state of a call that began, and one way to reach it. */
const ways = {
  start: [callback],
  agent_connected: [callback, agentOn],
  client_connected: [callback, clientOn],
  connected: [callback, agentOn, clientOn],
  end: [callback, reported("end")],
  error: [callback, reported("error", { reason: "Line busy" })],
} as const;
type State = keyof typeof ways;
const states: readonly State[] = ["start", "agent_connected", "client_connected", "connected", "end", "error"];

/** Source: CALL-04. */
function nextOf(state: State, status: CallStatus): State {
  if (state === "end" || state === "error" || status === "start") return state;
  if (status === "end" || status === "error") return status;
  if (state === "connected" || state === status) return state;
  return state === "start" ? status : "connected";
}

const said = { reason: "Line busy", recordUrl: "https://calls.parley.example/rec/8841.mp3" };
/** Every status in every state, with a reason and a record each time. */
const everyStatus: readonly TableRow[] = states.flatMap((state) =>
  statuses.map((status): TableRow => {
    const next = nextOf(state, status);
    const isChange = next !== state;
    const isFinal = next === "end" || next === "error";
    const reason = status === "error" ? said.reason : null;
    const recordUrl = status === "end" ? said.recordUrl : null;
    return {
      name: `${status} in ${state} leads to ${next}`,
      given: ways[state],
      when: reported(status, said),
      state: next,
      effects: isChange
        ? [...(isFinal ? [clearAnswer, clearLost] : []), ...changed(t0 + 100, { status, reason, recordUrl })]
        : [],
    };
  }),
);

const running: readonly State[] = ["start", "agent_connected", "client_connected", "connected"];
const ended: readonly State[] = ["end", "error"];

const gatewayLost: readonly TableRow[] = [
  ...running.map(
    (state): TableRow => ({
      name: `4 h after it began a call in ${state} is given up`,
      given: ways[state],
      when: lost,
      state: "error",
      effects: [clearAnswer, clearLost, ...changed(lost.nowMs, { status: "error", reason: "Gateway lost" })],
    }),
  ),
  ...ended.map(
    (state): TableRow => ({
      name: `a call in ${state} is not given up`,
      given: ways[state],
      when: lost,
      state,
      effects: [],
    }),
  ),
];

const unknownOutcome = "The service was restarted while the gateway was asked; whether it placed the call is unknown";
const gateway: readonly TableRow[] = [
  {
    name: "a new callback asks the gateway once",
    given: [],
    when: callback,
    state: "start",
    effects: [
      awaitAnswer,
      awaitLost,
      { type: "effect.call.start", callId: id, callType: "callback", phone, agent: rung },
      ...changed(t0, {}),
    ],
  },
  {
    name: "an outgoing call asks the gateway once",
    given: [],
    when: { ...callback, callType: "outgoing" },
    state: "start",
    effects: [
      awaitAnswer,
      awaitLost,
      { type: "effect.call.start", callId: id, callType: "outgoing", phone, agent: rung },
      ...changed(t0, { type: "outgoing" }),
    ],
  },
  {
    name: "the gateway accepts",
    given: [callback],
    when: answered(null),
    state: "start",
    effects: [clearAnswer],
  },
  {
    name: "the gateway refuses",
    given: [callback],
    when: answered("The call gateway answered HTTP 503."),
    state: "error",
    effects: [
      clearAnswer,
      clearLost,
      ...changed(t0 + 50, { status: "error", reason: "The call gateway answered HTTP 503." }),
    ],
  },
  {
    name: "what became of the request is unknown after a restart: it is not asked again",
    given: [callback],
    when: answerLost,
    state: "error",
    effects: [clearAnswer, clearLost, ...changed(answerLost.nowMs, { status: "error", reason: unknownOutcome })],
  },
  ...(["agent_connected", "client_connected", "connected", "end", "error"] as const).flatMap(
    (state): readonly TableRow[] => [
      {
        name: `a status came before the gateway's answer: in ${state} its refusal counts no more`,
        given: ways[state],
        when: answered("The call gateway did not answer within 10 s."),
        state,
        effects: [clearAnswer],
      },
      {
        name: `nor does an answer that a restart lost, in ${state}`,
        given: ways[state],
        when: answerLost,
        state,
        effects: [],
      },
    ],
  ),
  {
    name: "without an agent the call has failed before it began, and nobody is asked",
    given: [],
    when: { ...callback, rung: null, failure: "No agent available" },
    state: "error",
    effects: changed(t0, { status: "error", agentId: null, reason: "No agent available" }),
  },
];

const [lee, max] = [asAgentId(2), asAgentId(3)];
const whose: readonly TableRow[] = [
  {
    name: "an incoming call asks nobody, and is for whom CALL-08 would choose",
    given: [],
    when: incoming,
    state: "start",
    effects: [awaitLost, ...changed(t0, { type: "incoming", agentId: asAgentId(5) })],
  },
  {
    name: "an incoming call that rings an agent is that agent's",
    given: [],
    when: { ...incoming, rung, chosenId: null },
    state: "start",
    effects: [awaitLost, ...changed(t0, { type: "incoming" })],
  },
  {
    name: "nobody is rung: the one chosen at this moment, not the former",
    given: [incoming],
    when: reported("client_connected", { chosenId: lee }),
    state: "client_connected",
    effects: changed(t0 + 100, { type: "incoming", status: "client_connected", agentId: lee }),
  },
  {
    name: "nobody can be chosen any more: null",
    given: [incoming],
    when: reported("client_connected"),
    state: "client_connected",
    effects: changed(t0 + 100, { type: "incoming", status: "client_connected", agentId: null }),
  },
  {
    name: "the agent on the line comes before the agent who is rung",
    given: [callback],
    when: reported("agent_connected", { agentId: max }),
    state: "agent_connected",
    effects: changed(t0 + 100, { status: "agent_connected", agentId: max }),
  },
  {
    name: "the agent on the line stays until the end",
    given: [callback, reported("agent_connected", { agentId: max }), clientOn],
    when: reported("end", { chosenId: lee }),
    state: "end",
    effects: [clearAnswer, clearLost, ...changed(t0 + 100, { status: "end", agentId: max })],
  },
];
const withoutReason: readonly TableRow[] = [
  {
    name: "an error always has a reason",
    given: [callback],
    when: reported("error"),
    state: "error",
    effects: [clearAnswer, clearLost, ...changed(t0 + 100, { status: "error", reason: "Unknown error" })],
  },
];

const tests: Readonly<Record<string, readonly TableRow[]>> = {
  "every status in every state": everyStatus,
  "[CALL-11] a call is given up 4 h after it began": gatewayLost,
  "[CALL-06, CALL-08] the gateway is asked once": gateway,
  "[CALL-09] whose call it is": whose,
  "[CALL-03] an error always has a reason": withoutReason,
};
for (const [title, rows] of Object.entries(tests))
  t.test(title, async (t) => {
    // The event that begins a call is also the call's input.
    for (const row of rows) checkRow(t, { actor, conversation, input: row.given[0] ?? row.when }, row);
  });

type Happening = { readonly event: ActorEvent; readonly status: CallStatus | null };
const happening: fc.Arbitrary<Happening> = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...statuses).map((status) => ({ event: reported(status, said), status })) },
  { weight: 1, arbitrary: fc.constantFrom<Happening>({ event: answered(null), status: null }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(answered("No"), answerLost, lost).map((event) => ({ event, status: "error" as const })),
  },
);

/** The rule CALL-04 with sets instead of states. */
function createModel() {
  const seen = new Set<CallStatus>();
  return {
    /** Returns the status to report; `null` if it did not change. */
    take({ event, status }: Happening): CallStatus | null {
      if (status === null || status === "start" || seen.has("end") || seen.has("error") || seen.has(status))
        return null;
      // An answer of the gateway counts only until the first status.
      const isOfRequest = event.type === "gateway.answered" || event === answerLost;
      if (isOfRequest && seen.size > 0) return null;
      seen.add(status);
      return status;
    },
  };
}

t.test("[CALL-02, CALL-04, CALL-05] any sequence: one report for the new call and for each real change", async (t) => {
  t.doesNotThrow(() => {
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 12 }), fc.boolean(), (happenings, isPutAway) => {
        let cell = Cell.create(actor, conversation, callback);
        const model = createModel();
        const reports: unknown[] = [];
        const expected: unknown[] = ["start"];
        const step = (event: ActorEvent): void => {
          if (isPutAway) cell = throughStore(cell);
          const effects = cell.step(event);
          const made = effects.filter(({ type }) => type === "effect.report.make");
          const sent = effects.filter(({ type }) => type === "effect.actor.tell");
          if (made.length !== sent.length || made.length > 1) throw new Error("Expected one tell with one report");
          for (const effect of made)
            if (effect.type === "effect.report.make" && effect.report.event === "call_event")
              reports.push(effect.report.call.status);
        };
        step(callback);
        for (const one of happenings) {
          const status = model.take(one);
          if (status !== null) expected.push(status);
          step(one.event);
        }
        if (JSON.stringify(reports) !== JSON.stringify(expected))
          throw new Error(`Expected the reports ${expected}, got ${reports}`);
      }),
      { numRuns: 150 },
    );
  });
});
