import t from "tap";
import type { InspectedStep } from "../../../src/codec/inspect/inspected.types.ts";
import { createWatch } from "../../../src/web/inspector/data/watch.ts";
import type { Browser } from "../../../src/web/shared/browser/browser.types.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import { standIn } from "../stand-in.ts";
import { step } from "./inspected.ts";

/** A socket whose other end is controlled by the test. */
interface Wire {
  readonly path: string;
  readonly sent: readonly string[];
  readonly isClosed: boolean;
  open(): void;
  say(frame: object | string): void;
  end(code: number, reason?: string): void;
}

function openWatch() {
  const clock = createManualClock(0);
  const wires: Wire[] = [];
  const returns = new Set<() => void>();
  const heard: InspectedStep[] = [];
  let caughtUp = 0;
  const openSocket = (path: string): WebSocket => {
    const sent: string[] = [];
    let isClosed = false;
    let readyState = 0;
    const socket = {
      get readyState() {
        return readyState;
      },
      onopen: null as (() => void) | null,
      onmessage: null as ((event: { data: string }) => void) | null,
      onclose: null as ((event: { code: number; reason: string }) => void) | null,
      send: (data: string) => void sent.push(data),
      close() {
        isClosed = true;
      },
    };
    wires.push({
      path,
      sent,
      get isClosed() {
        return isClosed;
      },
      open() {
        readyState = 1;
        socket.onopen?.();
      },
      say: (frame) => socket.onmessage?.({ data: typeof frame === "string" ? frame : JSON.stringify(frame) }),
      end: (code, reason = "") => socket.onclose?.({ code, reason }),
    });
    return socket as unknown as WebSocket;
  };
  const watch = createWatch({
    browser: standIn<Browser>({
      after: (delayMs, run) => clock.wakeAt(clock.nowMs() + delayMs, run).cancel,
      openSocket,
      random: () => 0,
      on(_what, run) {
        returns.add(run);
        return () => returns.delete(run);
      },
    }),
    heard: (one) => heard.push(one),
    caughtUp() {
      caughtUp += 1;
    },
  });
  const wireAt = (index: number): Wire => {
    const wire = wires[index];
    if (wire === undefined) throw new Error(`Expected connection ${index}, there were ${wires.length}.`);
    return wire;
  };
  return {
    clock,
    watch,
    wires,
    heard,
    caughtUp: () => caughtUp,
    wire: wireAt,
    /** Opens the newest connection and sends the service's first frames. */
    begin(): Wire {
      const wire = wireAt(wires.length - 1);
      wire.open();
      wire.say({ type: "beat" });
      return wire;
    },
    comeBack: () => returns.forEach((run) => run()),
    listeners: () => returns.size,
  };
}

t.test("an actor is watched after the service has answered, and earlier steps are read at that time", async (t) => {
  const { watch, wire, heard, caughtUp } = openWatch();
  t.equal(watch.state.value, "off");
  watch.watch("delivery/d1");
  t.equal(watch.state.value, "connecting");
  t.equal(wire(0).path, "/ws/inspect?watch=delivery%2Fd1");
  wire(0).open();
  t.same(wire(0).sent, ['{"type":"beat"}']);
  wire(0).say({ type: "@xstate.actor", sessionId: "delivery/d1" });
  t.equal(caughtUp(), 0);
  wire(0).say({ type: "beat" });
  t.equal(caughtUp(), 1);
  t.equal(watch.state.value, "live");
  wire(0).say({ type: "@xstate.event", sessionId: "delivery/d1" });
  wire(0).say({ type: "@xstate.snapshot", parley: step({ revision: 3 }) });
  wire(0).say({ type: "@xstate.snapshot", parley: step({ actor: "chat/1" }) });
  t.same(
    heard.map(({ revision }) => revision),
    [3],
    "steps of other actors are not reported",
  );
  wire(0).say({ type: "parley.gap", missed: 5 });
  t.equal(caughtUp(), 2, "omitted steps are read");
});

t.test("another actor replaces the first, and no actor is watched when none is open", async (t) => {
  const { watch, wires, wire, begin, heard } = openWatch();
  watch.watch("chat/1");
  begin();
  watch.watch("chat/1");
  t.equal(wires.length, 1);
  watch.watch("chat/2");
  t.equal(wire(0).isClosed, true);
  wire(0).say({ type: "@xstate.snapshot", parley: step({ actor: "chat/2" }) });
  t.same(heard, [], "the old connection reports nothing");
  begin();
  watch.watch("chat/3");
  t.equal(wire(1).isClosed, true);
  watch.watch(null);
  t.equal(wire(2).isClosed, false, "a socket that is closed while it opens causes a browser warning");
  wire(2).open();
  t.equal(wire(2).isClosed, true);
  t.same(wire(2).sent, []);
  t.equal(watch.state.value, "off");
  t.equal(wires.length, 3);
});

t.test("the watch reconnects after growing pauses of at most 10 s, and at once when the network returns", async (t) => {
  const { watch, wires, wire, begin, clock, comeBack, caughtUp } = openWatch();
  watch.watch("chat/1");
  begin();
  const pauses: number[] = [];
  for (let index = 0; index < 7; index += 1) {
    const fromMs = clock.nowMs();
    wire(index).end(1006);
    t.equal(watch.state.value, "away");
    while (wires.length === index + 1) clock.advance(500);
    pauses.push(clock.nowMs() - fromMs);
  }
  t.same(pauses, [500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000]);
  wire(7).end(1006);
  comeBack();
  t.equal(wires.length, 9);
  begin();
  t.equal(watch.state.value, "live");
  t.equal(caughtUp(), 2, "steps made meanwhile are read");
});

for (const { code, state } of [
  { code: 4409, state: "behind" },
  { code: 1013, state: "cut" },
  { code: 4408, state: "cut" },
] as const)
  t.test(`a connection that the service closes with ${code} is ${state}, and the reason is shown`, async (t) => {
    const { watch, wires, wire, begin, clock } = openWatch();
    watch.watch("chat/1");
    begin();
    wire(0).end(code, "It said why.");
    t.equal(watch.state.value, state);
    t.equal(watch.reason.value, "It said why.");
    clock.advance(9_500);
    t.equal(wires.length, 1, "an immediate reconnect would be closed in the same way");
    clock.advance(500);
    t.equal(wires.length, 2);
    t.equal(watch.state.value, state, "the state stays until the connection is live again");
    begin();
    t.equal(watch.state.value, "live");
  });

for (const code of [4409, 1013, 4401])
  t.test(
    `after a close with ${code} the page reconnects at once when it becomes visible or the network returns`,
    async (t) => {
      const { watch, wires, wire, begin, comeBack } = openWatch();
      watch.watch("chat/1");
      begin();
      wire(0).end(code);
      comeBack();
      t.equal(wires.length, 2);
      begin();
      t.equal(watch.state.value, "live");
    },
  );

t.test("an ended session is not retried automatically", async (t) => {
  const { watch, wires, wire, begin, clock } = openWatch();
  watch.watch("chat/1");
  begin();
  wire(0).end(4401, "The session has ended.");
  t.equal(watch.state.value, "refused");
  clock.advance(60_000);
  t.equal(wires.length, 1);
  watch.retry();
  begin();
  t.equal(watch.state.value, "live");
});

t.test("a refused watch is shown with the service's reason", async (t) => {
  const { watch, wire } = openWatch();
  watch.watch("chat/1");
  wire(0).open();
  wire(0).say({ type: "error", message: "Too many actors are watched already." });
  t.equal(watch.state.value, "cut");
  t.equal(watch.reason.value, "Too many actors are watched already.");
  t.equal(wire(0).isClosed, true);
});

t.test("a connection that is dead, deaf or garbled is closed", async (t) => {
  const { watch, wire, wires, begin, clock, comeBack } = openWatch();
  watch.watch("chat/1");
  clock.advance(10_000);
  t.equal(wire(0).isClosed, true, "the connection did not open within 10 s");
  t.equal(watch.state.value, "away");
  clock.advance(500);
  begin();
  clock.advance(4_500);
  t.equal(
    wire(1).isClosed,
    true,
    "after 2 s of silence the page sends a heartbeat, and 2.5 s later it closes the connection",
  );
  clock.advance(500);
  begin();
  comeBack();
  t.equal(wire(2).sent.length, 2, "a page that becomes visible sends a heartbeat at once");
  wire(2).say({ type: "beat" });
  t.equal(watch.state.value, "live");
  wire(2).say("<html>");
  t.equal(wire(2).isClosed, true);
  t.equal(watch.state.value, "away");
  t.equal(wires.length, 3);
});

t.test("a stopped watch leaves no timers or connections", async (t) => {
  const { watch, wire, wires, begin, clock, listeners } = openWatch();
  watch.watch("chat/1");
  begin();
  watch.stop();
  t.equal(wire(0).isClosed, true);
  t.equal(listeners(), 0);
  clock.advance(60_000);
  t.equal(wires.length, 1);
});
