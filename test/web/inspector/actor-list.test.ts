import t from "tap";
import { createActorList } from "../../../src/web/inspector/data/actor-list.ts";
import { readNarrowing } from "../../../src/web/inspector/data/actor-query.ts";
import { createInspectorApi } from "../../../src/web/inspector/data/api.ts";
import { createShownActors } from "../../../src/web/inspector/list/shown-actors.ts";
import { createScriptedApi } from "../desk/data/scripted-api.ts";
import { actor } from "./inspected.ts";

const narrowing = (text = "") => readNarrowing(new URLSearchParams({ text }));

function openList() {
  const scripted = createScriptedApi();
  const list = createActorList(createInspectorApi(scripted.api));
  return {
    scripted,
    list,
    names: () => list.actors.value.map((one) => one.actor),
    page: (count: number, cursor: string | null, from = 0) => ({
      actors: Array.from({ length: count }, (_, index) => actor(`chat/${from + index}`)),
      cursor,
    }),
  };
}

t.test(
  "a page of the list is filled from as many responses as needed, and the next page continues there",
  async (t) => {
    const { scripted, list, names, page } = openList();
    void list.look(narrowing());
    await scripted.at(0).answer(page(30, "a"));
    t.equal(list.state.value, "loading");
    await scripted.at(1).answer(page(30, "b", 30));
    t.equal(list.state.value, "ready");
    t.equal(names().length, 60);
    t.equal(list.hasMore.value, true);
    void list.more();
    await scripted.at(2).answer(page(10, null, 55));
    t.match(scripted.at(2).path, /cursor=b/);
    t.equal(names().length, 65, "an actor that arrives twice is shown once");
    t.equal(list.hasMore.value, false);
    t.same(
      [0, 1, 2].map((index) => scripted.at(index).path.match(/limit=\d+/)?.[0]),
      ["limit=50", "limit=50", "limit=50"],
    );
  },
);

t.test("if few actors match, the service is asked six times, and again when the user wants more", async (t) => {
  const { scripted, list, page } = openList();
  void list.look(narrowing());
  for (let index = 0; index < 6; index += 1) await scripted.at(index).answer(page(0, `c${index}`));
  t.equal(scripted.count(), 6);
  t.equal(list.state.value, "ready");
  t.equal(list.hasMore.value, true);
});

t.test("a text is searched as an id first, then as a client", async (t) => {
  const { scripted, list, names } = openList();
  void list.look(narrowing("17"));
  await scripted.at(0).answer({ actors: [actor("chat/17")], cursor: null });
  t.match(scripted.at(1).path, /client=17/);
  await scripted.at(1).answer({ actors: [actor("chat/17"), actor("chat/3")], cursor: null });
  t.same(names(), ["chat/17", "chat/3"]);
});

t.test("the newest search is shown, whichever response arrives last", async (t) => {
  const { scripted, list, names } = openList();
  void list.look(narrowing("one two"));
  void list.look(narrowing("three four"));
  await scripted.at(1).answer({ actors: [actor("chat/2")], cursor: null });
  await scripted.at(0).answer({ actors: [actor("chat/1")], cursor: null });
  t.same(names(), ["chat/2"]);
});

t.test("the shown actors stay if the service cannot be reached", async (t) => {
  const { scripted, list, names } = openList();
  void list.look(narrowing());
  await scripted.at(0).answer({ actors: [actor("chat/1")], cursor: null });
  void list.refresh();
  await scripted.at(1).fail();
  t.match(list.state.value, { code: "unreached" });
  t.same(names(), ["chat/1"]);
  void list.refresh();
  await scripted.at(2).answer({ actors: [actor("chat/1", { state: "closed" })], cursor: null });
  t.equal(list.actors.value[0]?.state, "closed");
  t.equal(list.state.value, "ready");
});

t.test("no row moves while the pointer or the focus is in the list", async (t) => {
  const { scripted, list } = openList();
  const shown = createShownActors(list);
  const rows = () => shown.actors.value.map((one) => `${one.actor} ${one.state}${one.isGone ? " gone" : ""}`);
  void list.look(narrowing());
  await scripted.at(0).answer({ actors: [actor("chat/1"), actor("chat/2")], cursor: null });
  t.same(rows(), ["chat/1 waiting", "chat/2 waiting"]);
  shown.hold("pointer", true);
  void list.refresh();
  await scripted.at(1).answer({ actors: [actor("chat/3"), actor("chat/2", { state: "with_agent" })], cursor: null });
  t.same(rows(), ["chat/1 waiting gone", "chat/2 with_agent"], "states change without moving the rows");
  t.equal(shown.newCount.value, 1);
  shown.release();
  t.same(rows(), ["chat/3 waiting", "chat/2 with_agent"]);
  shown.hold("focus", true);
  shown.hold("pointer", false);
  void list.refresh();
  await scripted.at(2).answer({ actors: [actor("chat/4")], cursor: null });
  t.same(rows(), ["chat/3 waiting gone", "chat/2 with_agent gone"]);
  shown.hold("focus", false);
  t.same(rows(), ["chat/4 waiting"]);
  shown.hold("pointer", true);
  void list.look(narrowing("other"));
  await scripted.at(3).answer({ actors: [actor("chat/9")], cursor: null });
  await scripted.at(4).answer({ actors: [], cursor: null });
  t.same(rows(), ["chat/9 waiting"], "another search is shown at once");
});
