import t from "tap";
import type { Place } from "../../../src/web/inspector/shell/place.ts";
import { pathOf, placeOfActor, readPlace } from "../../../src/web/inspector/shell/place.ts";

const places: readonly (readonly [path: string, place: Place])[] = [
  ["/", { view: "list" }],
  ["/actor/chat/17", { view: "actor", kind: "chat", id: "17", step: null }],
  ["/actor/chat/17/step/4.10000", { view: "actor", kind: "chat", id: "17", step: { revision: 4, index: 10_000 } }],
  ["/actor/outside/x%3A0%2F1", { view: "actor", kind: "outside", id: "x:0/1", step: null }],
  ["/chat/17/sequence", { view: "sequence", chatId: "17" }],
];
for (const [path, place] of places)
  t.test(`${path} is read and written as the same address`, async (t) => {
    t.same(readPlace(path), place);
    t.equal(pathOf(place), path);
  });

t.test("an unknown address opens the list, or the actor in its current state", async (t) => {
  for (const path of ["", "/nowhere", "/actor/chat", "/actor//17", "/chat/17", "/chat/17/else"])
    t.same(readPlace(path), { view: "list" }, path);
  for (const path of ["/actor/chat/17/step/4", "/actor/chat/17/step/a.b", "/actor/chat/17/stop/4.0"])
    t.same(readPlace(path), placeOfActor("chat/17"), path);
  t.same(readPlace("/actor/chat/%E0%A4%A"), placeOfActor("chat/%E0%A4%A"), "a badly escaped id is kept as it is");
  t.same(placeOfActor("outside/a/b"), { view: "actor", kind: "outside", id: "a/b", step: null });
});
