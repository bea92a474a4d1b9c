import t from "tap";
import { createInspectorApi } from "../../../src/web/inspector/data/api.ts";
import { countStates, failedFirst, openChatParts } from "../../../src/web/inspector/data/chat-parts.ts";
import { createManualClock } from "../../edge/manual-clock.ts";
import { createScriptedApi } from "../desk/data/scripted-api.ts";
import { actor } from "./inspected.ts";

const parked = { atMs: 1, reason: "a defect" };
const chat = [
  actor("chat/7"),
  actor("delivery/a", { state: "delivered" }),
  actor("delivery/b", { state: "failed", failure: "No." }),
  actor("bot/7", { parked }),
];
const names = (actors: readonly { readonly actor: string }[]) => actors.map((one) => one.actor);

t.test("what failed comes first, and what takes no events counts as failed", async (t) => {
  t.same(names(failedFirst(chat)), ["delivery/b", "bot/7", "chat/7", "delivery/a"]);
  t.same(countStates(chat), [
    ["failed", 1],
    ["waiting", 2],
    ["delivered", 1],
  ]);
});

t.test("the actors of a chat are read at once, then once for all changes within a pause", async (t) => {
  const scripted = createScriptedApi();
  const clock = createManualClock(0);
  const after = (delayMs: number, run: () => void) => clock.wakeAt(clock.nowMs() + delayMs, run).cancel;
  const parts = openChatParts(createInspectorApi(scripted.api), { after }, "7");
  parts.read();
  t.equal(scripted.at(0).path, "/api/inspect/actors?chat=7&limit=500");
  await scripted.at(0).answer({ actors: chat, cursor: null });
  t.same(names(parts.actors.value ?? []), ["delivery/a", "delivery/b", "bot/7"]);
  parts.read();
  parts.read();
  t.equal(scripted.count(), 1);
  clock.advance(2_000);
  t.equal(scripted.count(), 2);
  await scripted.at(1).fail();
  t.equal(parts.actors.value?.length, 3, "known actors stay");
  clock.advance(2_000);
  t.equal(scripted.count(), 2);
  parts.read();
  t.equal(scripted.count(), 3);
  parts.stop();
  await scripted.at(2).answer({ actors: [], cursor: null });
  t.equal(parts.actors.value?.length, 3, "a closed view takes no answer");
});
