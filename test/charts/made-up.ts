import { and, assign, createMachine, fromPromise, not, or, stateIn } from "xstate";

/** An artificial machine with every feature that machines can have and this project's machines do not use. */
export const madeUpMachine = createMachine({
  id: "made up",
  initial: "idle",
  context: { tries: 0 },
  on: {
    "*": { actions: "note" },
    reset: { target: ".idle", reenter: true },
    "again.requested": { actions: ["forget", assign({ tries: 0 })] },
  },
  states: {
    idle: {
      tags: ["quiet"],
      description: "Nothing happens here.",
      entry: ["one", "two", { type: "three", params: { of: 3 } }, () => undefined],
      exit: "leave",
      on: {
        start: [
          { guard: and(["isReady", not("isBusy")]), target: "working" },
          { guard: or([stateIn("idle"), { type: "isForced" }]), target: "working.left.fast" },
          { guard: () => true, target: "idle", reenter: true },
          { target: "idle" },
        ],
        "both.requested": { target: ["working.left.fast", "working.right.on"] },
      },
    },
    working: {
      type: "parallel",
      invoke: {
        src: fromPromise(async () => 1),
        id: "work",
        onDone: "over",
        onError: { target: "idle", actions: "tell" },
      },
      onDone: { target: "over" },
      on: { pause: "resting", "working.renewed": { target: "working", reenter: true } },
      states: {
        left: {
          initial: "slow",
          states: {
            slow: { after: { 1500: "fast", patience: { guard: "isBored", target: "fast" } } },
            fast: { on: { "all.over": "#stopped", upward: { target: "#left" } } },
            stopped: { id: "stopped", type: "final" },
          },
          id: "left",
        },
        right: {
          initial: "off",
          states: {
            off: { always: [{ guard: "isLit", target: "on" }] },
            on: { on: { "*": { target: "off" }, "nothing.done": {} } },
            ended: { type: "final" },
          },
        },
        memory: { type: "history", history: "deep", target: "left" },
      },
    },
    resting: { on: { resume: "working.memory", "light.resumed": "lately" } },
    group: {
      initial: "first",
      states: { first: { on: { next: "second" } }, second: { on: { up: "#group" } } },
      id: "group",
      on: { "group.left": "idle", "group.begun-anew": { target: "group" } },
    },
    lately: { type: "history" },
    over: { type: "final" },
  },
});
