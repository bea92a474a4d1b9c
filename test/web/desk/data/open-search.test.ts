import t from "tap";
import { createOpenSearch } from "../../../../src/web/desk/data/open-search.ts";
import { chatOf } from "../inbox-chats.ts";
import { createScriptedApi } from "./scripted-api.ts";

/** Creates a search whose timers run when the test says so. */
function createSearch() {
  const scripted = createScriptedApi();
  let due: (() => void) | null = null;
  const after = (_delayMs: number, run: () => void) => {
    due = run;
    return () => {
      if (due === run) due = null;
    };
  };
  const search = createOpenSearch(scripted.api, { after });
  return {
    scripted,
    search,
    pause(): void {
      const run = due;
      due = null;
      run?.();
    },
  };
}
const page = (ids: readonly string[], rest: object = {}) => ({
  chats: ids.map((id) => chatOf(id, {})),
  cursor: null,
  found: ids.map((id) => ({ chat: id, seq: 1, text: `text of ${id}` })),
  complete: true,
  ...rest,
});

t.test("the service is asked after a pause in typing, and only the newest words are used", async (t) => {
  const { scripted, search, pause } = createSearch();
  for (const text of ["g", "gl", "glass "]) search.ask(text);
  t.equal(scripted.count(), 0);
  pause();
  t.equal(scripted.at(0).path, "/api/chats?q=glass&limit=100");
  t.match(search.found.value, { text: "glass", state: "searching" });
  search.ask("wood & co");
  pause();
  t.equal(scripted.at(1).path, "/api/chats?q=wood+%26+co&limit=100");
  await scripted.at(1).answer(page(["2"], { cursor: "more" }));
  await scripted.at(0).answer(page(["1"]));
  t.same([...search.found.value.places.keys()], ["2"], "the response to earlier words is dropped");
  t.match(search.found.value, { state: "ready", hasMore: true, text: "wood & co" });
  t.equal(search.found.value.places.get("2")?.text, "text of 2");
  search.ask("  ");
  t.match(search.found.value, { text: "", state: "ready" });
  t.equal(search.found.value.places.size, 0);
  pause();
  t.equal(scripted.count(), 2, "an empty search sends no request");
});

t.test("while the service has not finished the search, the desk asks again", async (t) => {
  const { scripted, search, pause } = createSearch();
  search.ask("glass");
  pause();
  await scripted.at(0).answer(page(["1"], { complete: false }));
  t.match(search.found.value, { state: "searching" });
  t.same([...search.found.value.places.keys()], ["1"], "the chats found so far are shown");
  pause();
  await scripted.at(1).answer(page(["1", "2"]));
  t.match(search.found.value, { state: "ready" });
  t.equal(search.found.value.places.size, 2);
});

t.test("a failed search shows the reason, and is retried if the failure is temporary", async (t) => {
  const { scripted, search, pause } = createSearch();
  search.ask("glass");
  pause();
  await scripted.at(0).fail({ status: 502, message: "The server is overloaded." });
  t.match(search.found.value, { state: { message: "The server is overloaded." }, text: "glass" });
  pause();
  await scripted.at(1).answer(page(["1"]));
  t.match(search.found.value, { state: "ready", text: "glass" });
  search.ask("wood");
  pause();
  await scripted.at(2).fail({ status: 400, message: "Parameter q" });
  pause();
  t.equal(scripted.count(), 3, "a rejected search is not sent again");
  search.ask("stone");
  search.stop();
  pause();
  t.equal(scripted.count(), 3, "a stopped search sends no more requests");
});
