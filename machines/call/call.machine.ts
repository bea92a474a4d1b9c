import { setup } from "xstate";
import type { Chart } from "../wire.ts";
import { wire } from "../wire.ts";
import type { CallBegan, CallContext, CallEffect, CallEvent } from "./call.types.ts";
import { steps } from "./call-steps.ts";

const changed = ["report", "tellChanged", "publish"] as const;
const ended = ["clearAnswer", "clearLost", ...changed] as const;

/** Either final state can follow any other. Source: CALL-04. */
const final = [
  { guard: "isEnd", target: "end", actions: ["keepReported", ...ended] },
  { guard: "isError", target: "error", actions: ["keepReported", ...ended] },
] as const;
const agent = { guard: "isAgentConnected", actions: ["keepReported", ...changed] } as const;
const client = { guard: "isClientConnected", actions: ["keepReported", ...changed] } as const;

const chart = {
  initial: "idle",
  on: { "gateway.answered": { actions: "clearAnswer" } },
  states: {
    idle: {
      on: {
        "call.began": [
          { guard: "hasFailed", target: "error", actions: ["fail", ...changed] },
          { guard: "asksGateway", target: "start", actions: ["awaitAnswer", "awaitEnd", "askGateway", ...changed] },
          { target: "start", actions: ["awaitEnd", ...changed] },
        ],
      },
    },
    start: {
      on: {
        "gateway.answered": [
          { guard: "isRefused", target: "error", actions: ["fail", ...ended] },
          { actions: "clearAnswer" },
        ],
        "call.reported": [...final, { ...agent, target: "agent_connected" }, { ...client, target: "client_connected" }],
        "deadline.reached": [
          { guard: "isAnswerLost", target: "error", actions: ["fail", ...ended] },
          { guard: "isLost", target: "error", actions: ["fail", ...ended] },
        ],
      },
    },
    agent_connected: {
      on: {
        "call.reported": [...final, { ...client, target: "connected" }],
        "deadline.reached": { guard: "isLost", target: "error", actions: ["fail", ...ended] },
      },
    },
    client_connected: {
      on: {
        "call.reported": [...final, { ...agent, target: "connected" }],
        "deadline.reached": { guard: "isLost", target: "error", actions: ["fail", ...ended] },
      },
    },
    /** Both are on the line. */
    connected: {
      on: {
        "call.reported": [...final],
        "deadline.reached": { guard: "isLost", target: "error", actions: ["fail", ...ended] },
      },
    },
    end: {},
    error: {},
  },
} as const satisfies Chart<typeof steps, CallEvent>;

const types = {
  context: {} as CallContext,
  events: {} as CallEvent,
  input: {} as CallBegan,
  emitted: {} as CallEffect,
};

/** One call as its gateway reports it; a report out of order changes nothing. Source: CALL-02, CALL-04 to CALL-06, CALL-11. */
export const callMachine = setup(wire(types, steps)).createMachine({
  id: "call",
  context: ({ input }) => ({
    id: input.id,
    chatId: input.chatId,
    channelId: input.channelId,
    callType: input.callType,
    phone: input.phone,
    status: "start",
    rung: input.rung,
    connectedId: null,
    chosenId: input.chosenId,
    reason: null,
    recordUrl: null,
    createdAtMs: input.nowMs,
  }),
  ...chart,
});
