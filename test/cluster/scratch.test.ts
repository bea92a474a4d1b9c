import t from "tap";
import { setTimeout as pause } from "node:timers/promises";
import { beginLoad, openRoundWorld } from "./harness/round-world.ts";
t.setTimeout(200_000);
t.test("scratch", async (t) => {
  const world = await openRoundWorld(t, 1);
  const end = beginLoad(world);
  const node = world.cluster.nodes[1];
  for (let i = 0; i < 12; i += 1) {
    await pause(Math.random() * 2500);
    await node.kill();
    const a = Date.now();
    try { await node.start(); console.error("started", Date.now() - a); } catch (error) { console.error(i, String(error).slice(0, 300)); 
      await node.start().then(() => console.error("then fine"), (e) => console.error("again", String(e).slice(0, 300)));
    }
  }
  void end;
});
