import t from "tap";
import { createViewers } from "../../../../src/web/desk/data/viewers.ts";
import type { Browser } from "../../../../src/web/shared/browser/browser.types.ts";

/** Time that the test moves, and the frames that the page has sent. */
function openWorld() {
  let nowMs = 0;
  let timers: readonly { readonly atMs: number; readonly run: () => void }[] = [];
  const sent: object[] = [];
  let isConnected = true;
  const after = (delayMs: number, run: () => void) => {
    const timer = { atMs: nowMs + delayMs, run };
    timers = [...timers, timer];
    return () => {
      timers = timers.filter((one) => one !== timer);
    };
  };
  const viewers = createViewers({ after } as Browser, 1, (frame) => {
    if (isConnected) sent.push(frame);
    return isConnected;
  });
  return {
    viewers,
    /** Returns the frames since the last call. */
    sent: () => sent.splice(0),
    pass(ms: number) {
      const until = nowMs + ms;
      for (;;) {
        const next = timers.toSorted((one, other) => one.atMs - other.atMs)[0];
        if (next === undefined || next.atMs > until) break;
        timers = timers.filter((one) => one !== next);
        nowMs = next.atMs;
        next.run();
      }
      nowMs = until;
    },
    connect(value: boolean) {
      isConnected = value;
      if (value) viewers.entered();
    },
    hear: (id: number, state: "views" | "writes" | "left", chatId = "7") =>
      viewers.heard({ type: "viewer", chatId, agent: { id, name: `Agent ${id}` }, state }),
    here: () => viewers.of("7").value.map(({ id, writes }) => `${id}${writes ? " writes" : ""}`),
  };
}

t.test("a desk shows the colleagues in a chat until they leave or fall silent, and never its own agent", async (t) => {
  const { hear, here, pass, connect } = openWorld();
  hear(2, "views");
  hear(1, "views");
  hear(3, "writes");
  t.strictSame(here(), ["2", "3 writes"]);
  hear(2, "left");
  t.strictSame(here(), ["3 writes"]);
  pass(44_000);
  hear(3, "views");
  pass(44_000);
  t.strictSame(here(), ["3"], "a repeat counts");
  pass(2_000);
  t.strictSame(here(), []);
  hear(4, "views");
  connect(true);
  t.strictSame(here(), [], "a new connection begins without them");
});

t.test("a desk tells the chat that it shows, that its agent writes, and repeats it", async (t) => {
  const { viewers, sent, pass, hear, connect } = openWorld();
  viewers.view("6");
  pass(200);
  viewers.view("7");
  pass(300);
  const views = { type: "viewing", chatId: "7", writes: false };
  t.strictSame(sent(), [views], "a chat that the agent only passed is not told");
  viewers.wrote("7", "H");
  viewers.wrote("7", "He");
  t.strictSame(sent(), [{ ...views, writes: true }]);
  viewers.wrote("9", "x");
  pass(5_000);
  t.strictSame(sent(), [views], "5 s after the last key");
  viewers.wrote("7", "Hey");
  viewers.wrote("7", " ");
  t.strictSame(sent(), [{ ...views, writes: true }, views], "the text is gone");
  pass(20_000);
  t.strictSame(sent(), [views]);
  hear(2, "views");
  pass(300);
  t.strictSame(sent(), [views], "a newcomer learns that the agent is there");
  hear(2, "views");
  hear(2, "views", "8");
  pass(300);
  t.strictSame(sent(), []);
  connect(false);
  pass(20_000);
  t.strictSame(sent(), []);
  connect(true);
  t.strictSame(sent(), [views]);
  viewers.view(null);
  pass(300);
  t.strictSame(sent(), [{ type: "viewing" }]);
  pass(60_000);
  t.strictSame(sent(), [], "nothing is repeated without a chat");
});
