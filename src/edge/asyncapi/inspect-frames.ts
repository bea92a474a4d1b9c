import type { inspectFrameSchemas } from "../../codec/inspect/inspect-frame.ts";
import type { inspectFramesSent } from "../../codec/inspect/inspect-frames-sent.ts";
import type { FrameDocs } from "./frame-doc.ts";

export const inspectReceived: FrameDocs<typeof inspectFrameSchemas> = {
  watch: {
    summary: "Chooses the actors to watch, in place of the actors watched before.",
    when: "At any time. `since` names the last frame that an earlier socket received.",
    example: { type: "watch", watch: ["chat/17/*", "channel/SHOPWIDGET"] },
  },
  beat: {
    summary: "Asks whether the service still answers, because pages cannot see the pings of a socket.",
    when: "At any time.",
    example: { type: "beat" },
  },
  "@xstate.actor": {
    summary: "Reports an actor of another program.",
    when: "When the other program starts an actor.",
    example: {
      type: "@xstate.actor",
      sessionId: "x:1",
      name: "checkout",
      snapshot: { status: "active" },
    },
  },
  "@xstate.event": {
    summary: "Reports an event that an actor of another program receives.",
    when: "When an event reaches the actor.",
    example: { type: "@xstate.event", sessionId: "x:1", event: { type: "cart.paid" } },
  },
  "@xstate.snapshot": {
    summary: "Reports the new state of an actor of another program.",
    when: "After the actor has handled an event.",
    example: {
      type: "@xstate.snapshot",
      sessionId: "x:1",
      event: { type: "cart.paid" },
      snapshot: { status: "done" },
    },
  },
};

const head = {
  sessionId: "chat/17",
  rootId: "chat/17",
  id: "node-1.204",
  createdAt: "1767261600000",
  _version: "0.7.2",
} as const;

export const inspectSent: FrameDocs<typeof inspectFramesSent> = {
  "@xstate.actor": {
    summary: "Introduces an actor that you watch.",
    when: "Before any other frame about the actor.",
    example: {
      ...head,
      type: "@xstate.actor",
      name: "chat/17",
      snapshot: { status: "active", value: "waiting", context: { id: "17" } },
    },
  },
  "@xstate.event": {
    summary: "Shows an event that an actor received, and its sender.",
    when: "After the step is stored.",
    example: { ...head, type: "@xstate.event", event: { type: "agent.joined" } },
  },
  "@xstate.snapshot": {
    summary: "Shows the state of an actor after an event.",
    when: "After the frame of the event.",
    example: {
      ...head,
      type: "@xstate.snapshot",
      event: { type: "agent.joined" },
      snapshot: { status: "active", value: "with_agent", context: { id: "17" } },
    },
  },
  "parley.gap": {
    summary: "Reports that the watcher missed steps.",
    when: "When steps could not be shown. The watched actors are introduced again after the frame.",
    example: { type: "parley.gap", missed: 12 },
  },
  beat: {
    summary: "Answers `beat`: the watcher has received all earlier frames.",
    when: "After each `beat`.",
    example: { type: "beat" },
  },
  error: {
    summary: "Reports that the service refused a frame.",
    when: "After a frame with a mistake.",
    example: {
      type: "error",
      message:
        'Field type must be "watch", "beat", "@xstate.actor", "@xstate.event" or "@xstate.snapshot", got "nonsense".',
    },
  },
};
