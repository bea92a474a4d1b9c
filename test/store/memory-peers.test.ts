import { setImmediate as nextTurn } from "node:timers/promises";
import { pino } from "pino";
import t from "tap";
import { peersContract, silenceContract } from "../contracts/peers-contract.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { createMemoryHub } from "../harness/memory-store/memory-peers.ts";

const stepMs = 100;

function openHub() {
  const clock = createManualClock();
  const hub = createMemoryHub({ clock, log: pino({ level: "silent" }) });
  return {
    async join() {
      const peers = hub.join();
      return {
        peers,
        freeze: peers.freeze.bind(peers),
        thaw: peers.thaw.bind(peers),
        die: peers.die.bind(peers),
        cut: async () => peers.cut(),
      };
    },
    async until(what: string, isSo: () => boolean, withinMs: number) {
      const endMs = clock.nowMs() + withinMs;
      for (;;) {
        await nextTurn();
        if (isSo()) return;
        if (clock.nowMs() >= endMs) throw new Error(`Expected within ${withinMs} ms: ${what}`);
        clock.advance(stepMs);
      }
    },
  };
}

const memory = { name: "memory", open: async () => openHub() };
peersContract(t, memory);
silenceContract(t, memory);

t.test("messages to a frozen process wait, and unsent messages of a dead process are lost", async (t) => {
  const { join } = openHub();
  const a = await join();
  const b = await join();
  const heard: string[] = [];
  for (const { peers } of [a, b]) {
    peers.hear("feed", (text) => void heard.push(text));
    await peers.start();
  }
  b.freeze();
  await a.peers.tell("feed", "one");
  await a.peers.tell("feed", "two");
  t.strictSame(heard, []);
  b.thaw();
  t.strictSame(heard, ["one", "two"]);
  const telling = b.peers.tell("feed", "three");
  b.die();
  await nextTurn();
  t.strictSame(heard, ["one", "two"]);
  t.equal(await Promise.race([telling, nextTurn("unanswered")]), "unanswered");
});

t.test("a process may have a given name", async (t) => {
  const { join } = createMemoryHub({ clock: createManualClock(), log: pino({ level: "silent" }) });
  t.strictSame([join("left").id, join().id, join("right").id], ["left", "node2", "right"]);
});
