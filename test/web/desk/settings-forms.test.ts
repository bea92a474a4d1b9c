import t from "tap";
import { replayAll } from "../../../src/web/desk/settings/channels/programs/replay.ts";
import { changesIn, isSame, memberChange, toDraft } from "../../../src/web/desk/settings/forms/changes.ts";
import { createDrafts } from "../../../src/web/desk/settings/forms/drafts.ts";
import { allPages } from "../../../src/web/shared/api/all-pages.ts";
import type { Answer } from "../../../src/web/shared/api/api.ts";

t.test("only a value that differs from the saved value is a change", async (t) => {
  const saved = { name: "Shop", agents: [1, 2], chunked: false };
  t.same(changesIn(saved, {}), {});
  t.same(changesIn(saved, { name: "Shop", agents: [1, 2] }), {});
  t.same(changesIn(saved, { name: "App", agents: [1], unknown: true }), { name: "App", agents: [1] });
  t.ok(isSame([{ a: 1 }], [{ a: 1 }]));
  t.notOk(isSame([1, 2], [2, 1]));
});

t.test("a draft of a list of ids adds and removes; what another administrator does to the list stays", async (t) => {
  const draft = toDraft({ name: "Shop", agents: [2, 1] }, { agents: [1, 3] });
  t.same(changesIn({ name: "Shop", agents: [2, 1] }, draft), { agents: [1, 3] });
  t.same(changesIn({ name: "Shop", agents: [2, 1, 4] }, draft), { agents: [1, 4, 3] });
  t.same(memberChange([2, 1, 4], [1, 4, 3]), { add: [3], remove: [2] });
  t.same(changesIn({ agents: [1, 3] }, draft), {}, "another administrator made the same change");
  t.same(toDraft({ agents: [2, 1] }, { agents: [1, 2] }), {}, "nothing is left of what was undone");
  const lines = toDraft({ words: ["a"] as readonly string[] }, { words: ["b"] });
  t.same(changesIn({ words: ["a", "c"] }, lines), { words: ["b"] }, "a list of texts is one value");
});

t.test("a form's drafts are kept until they are saved or undone, or until their subject is removed", async (t) => {
  const drafts = createDrafts();
  t.equal(drafts.isAny.value, false);
  drafts.set("channel A basics", { name: "x" });
  drafts.set("channel A look", { color: "#111111" });
  drafts.set("channel AB basics", { name: "y" });
  t.same(drafts.of("channel A basics"), { name: "x" });
  t.same(drafts.of("channel B basics"), {});
  drafts.set("channel A basics", {});
  t.equal(drafts.isAny.value, true);
  drafts.drop("channel A ");
  t.same(drafts.of("channel A look"), {});
  t.same(drafts.of("channel AB basics"), { name: "y" }, "the drafts of another form are kept");
  drafts.set("channel AB basics", {});
  t.equal(drafts.isAny.value, false);
});

const failed = (status: number): Answer<never> => ({
  ok: false,
  failure: { status, code: "x", message: "No.", field: null, requestId: null },
});

/** An API that gives these answers in order and records the requests. */
function scripted(answers: readonly Answer<unknown>[]) {
  const asked: unknown[] = [];
  const next = async <Value>(what: unknown): Promise<Answer<Value>> => {
    asked.push(what);
    return (answers[asked.length - 1] ?? failed(599)) as Answer<Value>;
  };
  return {
    asked,
    get: <Value>(path: string) => next<Value>(path),
    send: <Value>(_method: string, path: string, request?: { readonly body?: unknown }) =>
      next<Value>([path, request?.body]),
  };
}

t.test("a list is read to its end, and the read fails if one page fails", async (t) => {
  const api = scripted([
    { ok: true, value: { channels: [1, 2], cursor: "a/b" } },
    { ok: true, value: { channels: [3], cursor: null } },
  ]);
  t.same(await allPages(api, "/api/channels", "channels"), { ok: true, value: [1, 2, 3] });
  t.same(api.asked, ["/api/channels", "/api/channels?cursor=a%2Fb"]);
  const broken = scripted([{ ok: true, value: { channels: [1], cursor: "c" } }, failed(500)]);
  t.same(await allPages(broken, "/api/channels", "channels"), failed(500));
});

t.test(
  "[WH-38] dead letters are sent again page by page; a request with a temporary failure is repeated unchanged",
  async (t) => {
    const page = (replayed: number, cursor: string | null): Answer<unknown> => ({
      ok: true,
      value: { replayed, cursor },
    });
    const api = scripted([page(500, "one"), failed(0), failed(503), page(500, "two"), page(7, null)]);
    const heard: number[] = [];
    t.same(await replayAll(api, "SHOP0001", (replayed) => heard.push(replayed)), { ok: true, value: 1_007 });
    t.same(heard, [500, 1_000, 1_007]);
    const path = "/api/channels/SHOP0001/webhooks/replay";
    const again = [path, { cursor: "one" }];
    t.same(api.asked, [[path, {}], again, again, again, [path, { cursor: "two" }]]);
    const refusing = scripted([failed(409)]);
    t.same(await replayAll(refusing, "SHOP0001", () => undefined), failed(409));
    t.equal(refusing.asked.length, 1, "a rejected request is not repeated");
    const down = scripted([failed(0), failed(0), failed(0), failed(0)]);
    t.same(await replayAll(down, "SHOP0001", () => undefined), failed(0));
    t.equal(down.asked.length, 3, "the replay stops after three tries");
  },
);
