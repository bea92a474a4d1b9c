import { setTimeout as pause } from "node:timers/promises";
import t from "tap";
import { strike } from "./harness/faults.ts";
import { deskFaults } from "./harness/laws/chat-laws.ts";
import { readStoredChats } from "./harness/laws/stored-chats.ts";
import { beginLoad, openRoundWorld } from "./harness/round-world.ts";

t.setTimeout(200_000);
t.test("scratch", async (t) => {
  const world = await openRoundWorld(t, 1);
  const end = beginLoad(world);
  const fault = process.env["FAULT"] === "cut" ? "connections cut" : "database killed";
  for (let i = 0; i < 12; i += 1) {
    await pause(500 + Math.random() * 1000);
    const from = Date.now();
    const { name } = await strike(world.cluster, fault, Math.random);
    console.error(i, name, from % 1000000, Date.now() % 1000000);
  }
  console.error(await end());
  const chats = await readStoredChats(world.api);
  const faults = deskFaults(world, chats);
  console.error(faults);
  for (const f of faults) {
    const m = /(\d+)\/(\d+)/.exec(f);
    const msg = chats.find(({ chat }) => chat.id === m?.[1])?.messages.find(({ seq }) => seq === Number(m?.[2]));
    if (msg) console.error(f, msg.at % 1000000);
  }
  for (const node of world.cluster.nodes)
    for (const life of node.lives)
      console.error(
        node.name,
        life.log
          .filter((l) => l.level >= 40 && l.msg !== "request answered")
          .map(
            (l) =>
              `${l.level} ${String((l as { time?: string }).time).slice(14, 23)} ${l.msg} ${JSON.stringify((l as { err?: { message?: string } }).err?.message)}`,
          )
          .slice(0, 60)
          .join("\n"),
      );
});
