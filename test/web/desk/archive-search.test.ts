import t from "tap";
import type { DeskChat } from "../../../src/codec/desk/desk.ts";
import type { ExportFormat } from "../../../src/web/desk/archive/archive-export.ts";
import { startExport } from "../../../src/web/desk/archive/archive-export.ts";
import { readQuery, searchPath } from "../../../src/web/desk/archive/query.ts";
import { createSearch } from "../../../src/web/desk/archive/search.ts";
import type { ExportRun } from "../../../src/web/desk/parts/file-export.ts";
import type { Api } from "../../../src/web/shared/api/api.ts";
import type { Browser } from "../../../src/web/shared/browser/browser.types.ts";
import { standIn } from "../stand-in.ts";

const nothing = readQuery(new URLSearchParams());
const chatOf = (id: number): DeskChat => ({ id: `${id}`, channelId: "SHOP" }) as DeskChat;
const failure = (status: number, code: string) => ({ status, code, message: code, field: null, requestId: null });

type Reply = object | ReturnType<typeof failure>;

/** Answers the requests of each path with the replies of its list in order. The last reply is repeated. */
function scripted(replies: Readonly<Record<string, readonly Reply[]>>) {
  const asked: string[] = [];
  const times = new Map<string, number>();
  const get = async (path: string) => {
    asked.push(path);
    const list = Object.entries(replies).find(([start]) => path.startsWith(start))?.[1] ?? [];
    const time = times.get(path) ?? 0;
    times.set(path, time + 1);
    const reply = list[Math.min(time, list.length - 1)] ?? failure(404, "not_found");
    return "status" in reply ? { ok: false, failure: reply } : { ok: true, value: reply };
  };
  return { asked, api: standIn<Api>({ get: get as Api["get"] }) };
}

t.test("a search is sent to the service with the service's parameters", (t) => {
  const path = (query: string, cursor: string | null = null): string =>
    searchPath(readQuery(new URLSearchParams(query)), cursor);
  t.equal(path(""), "/api/archive?");
  t.equal(path("q=a%26b&channel=S&agent=3&other=x", "c=1"), "/api/archive?q=a%26b&channel=S&agent=3&cursor=c%3D1");
  t.equal(path("q=a&sort=closedAt"), "/api/archive?q=a&sort=closedAt");
  const { searchParams } = new URL(path("from=2026-10-25&to=2026-10-25"), "http://desk");
  t.equal(Number(searchParams.get("from")), new Date(2026, 9, 25).getTime());
  t.equal(
    Number(searchParams.get("to")),
    new Date(2026, 9, 26).getTime() - 1,
    "the last day is complete, also when it has 25 hours",
  );
  t.equal(path("from=yesterday&to=&agent=me&sort=name"), "/api/archive?", "invalid values in the address are ignored");
  t.equal(new URL(path(`q=${"🎈".repeat(300)}`), "http://desk").searchParams.get("q"), "🎈".repeat(200));
  t.end();
});

t.test(
  "after short or empty pages the search asks for more, until there is something to show or 20 requests were made",
  async (t) => {
    const few = { chats: [], cursor: "b", complete: false };
    const { api, asked } = scripted({
      "/api/archive?cursor=b": [{ chats: [chatOf(2)], cursor: "c", complete: true }],
      "/api/archive?cursor=c": [{ chats: [chatOf(1)], cursor: null, complete: true }],
      "/api/archive?": [few],
    });
    const search = createSearch(api);
    await search.start(nothing);
    t.same(
      search.chats.value.map(({ id }) => id),
      ["2", "1"],
    );
    t.same([search.hasMore.value, search.isComplete.value, search.state.value], [false, true, "ready"]);
    t.equal(asked.length, 3);

    const endless = scripted({ "/api/archive?": [few] });
    const rare = createSearch(endless.api);
    await rare.start(nothing);
    t.equal(endless.asked.length, 20, "after 20 requests the agent decides whether the search continues");
    t.same([rare.hasMore.value, rare.isComplete.value], [true, false]);
    await rare.more();
    t.equal(endless.asked.length, 40);
  },
);

t.test("the answer to an outdated search is not shown; a page that failed is requested again", async (t) => {
  const late: (() => void)[] = [];
  const get = ((path: string, given?: AbortSignal) =>
    new Promise<unknown>((resolve) => {
      const id = path.includes("q=first") ? 1 : 2;
      late.push(() => {
        const value = { chats: [chatOf(id)], cursor: null, complete: true };
        resolve(given?.aborted ? { ok: false, failure: failure(0, "cancelled") } : { ok: true, value });
      });
    })) as Api["get"];
  const search = createSearch(standIn<Api>({ get }));
  const first = search.start({ ...nothing, q: "first" });
  const second = search.start({ ...nothing, q: "second" });
  for (const answer of late.toReversed()) answer();
  await Promise.all([first, second]);
  t.same(
    search.chats.value.map(({ id }) => id),
    ["2"],
  );
  t.equal(search.state.value, "ready");

  const { api } = scripted({
    "/api/archive?cursor=b": [failure(502, "overloaded"), { chats: [chatOf(1)], cursor: null, complete: true }],
    "/api/archive?": [{ chats: [chatOf(2)], cursor: "b", complete: true }],
  });
  const broken = createSearch(api);
  await broken.start(nothing);
  t.match(broken.state.value, { code: "overloaded" });
  t.same(
    broken.chats.value.map(({ id }) => id),
    ["2"],
    "the earlier results stay",
  );
  await broken.more();
  t.same(
    broken.chats.value.map(({ id }) => id),
    ["2", "1"],
  );
});

/** Runs an export that writes into a list and does not wait in its pauses. */
function run(api: Api, format: ExportFormat, write?: () => void): { run: ExportRun; file: string[] } {
  const file: string[] = [];
  const target = {
    write: async (text: string) => {
      write?.();
      file.push(text);
    },
    close: async () => void file.push("closed"),
    abort: async () => void file.push("aborted"),
  };
  const browser = standIn<Browser>({
    random: () => 0,
    after: (_ms, act) => {
      const timer = setImmediate(act);
      return () => clearImmediate(timer);
    },
  });
  return { run: startExport({ api, browser, query: nothing, format, target, channelName: () => "Shop" }), file };
}

const page = (...ids: readonly number[]) => ({ chats: ids.map(chatOf), cursor: null, complete: true });

t.test("an export has every chat in order, and every message of long ones", async (t) => {
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from + 1 }, (_, index) => ({ seq: from + index }));
  const { api, asked } = scripted({
    "/api/archive?cursor=b": [page(1)],
    "/api/archive?": [{ ...page(3, 2), cursor: "b" }],
    "/api/chats/3/messages?before=101": [{ messages: lines(1, 100) }],
    "/api/chats/3/messages": [{ messages: lines(101, 200) }],
    "/api/chats/2/messages": [{ messages: lines(1, 2) }],
    "/api/chats/1/messages": [{ messages: [] }],
  });
  const { run: made, file } = run(api, "jsonl");
  t.match(await made.ended, { kind: "done", count: 3 });
  const written = file
    .slice(0, -1)
    .join("")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  t.same(
    written.map(({ id, messages }) => [id, messages.length]),
    [
      ["3", 200],
      ["2", 2],
      ["1", 0],
    ],
  );
  t.same(
    written[0].messages.map(({ seq }: { readonly seq: number }) => seq),
    lines(1, 200).map(({ seq }) => seq),
  );
  t.equal(asked.length, 6, "one request for a chat that fits on one page");
  t.equal(file.at(-1), "closed");
});

t.test(
  "an export retries temporary failures, then asks the agent; on a retry it continues where it stopped",
  async (t) => {
    const busy = Array.from({ length: 7 }, () => failure(503, "overloaded"));
    const { api } = scripted({
      "/api/archive?": [page(1)],
      "/api/chats/1/messages": [...busy, failure(409, "conflict"), { messages: [{ seq: 1 }] }],
    });
    const { run: made, file } = run(api, "jsonl");
    const seen: string[] = [];
    made.state.subscribe(({ kind, failure: why }) => {
      seen.push(`${kind} ${why?.message ?? ""}`);
      if (kind === "stopped") setImmediate(made.goOn);
    });
    t.match(await made.ended, { kind: "done", count: 1, failure: null });
    t.ok(
      seen.includes("stopped overloaded") && seen.includes("stopped conflict"),
      "the export stops after seven failures in a row, and after a permanent failure",
    );
    t.same(file.length, 2);
  },
);

t.test("several requests that stopped together all continue, or all end", async (t) => {
  for (const act of ["goOn", "cancel"] as const) {
    const { api } = scripted({
      "/api/archive?": [page(3, 2, 1)],
      "/api/chats/": [failure(409, "conflict"), { messages: [] }],
    });
    const { run: made } = run(api, "jsonl");
    while (made.state.value.kind !== "stopped") await new Promise(setImmediate);
    await new Promise(setImmediate);
    made[act]();
    t.match(await made.ended, act === "goOn" ? { kind: "done", count: 3 } : { kind: "cancelled" });
  }
});

t.test("a chat that is deleted during the export does not stop the export", async (t) => {
  const { run: made, file } = run(scripted({ "/api/archive?": [page(1)] }).api, "jsonl");
  t.match(await made.ended, { kind: "done", count: 1 });
  t.match(JSON.parse(file[0] ?? ""), { id: "1", messages: [] });
});

t.test("a cancelled export, or an export whose file cannot be written, leaves no file", async (t) => {
  const { api } = scripted({ "/api/archive?": [failure(503, "overloaded")] });
  const { run: made, file } = run(api, "jsonl");
  made.cancel();
  t.match(await made.ended, { kind: "cancelled" });
  t.same(file, ["aborted"]);
  const full = run(scripted({ "/api/archive?": [page(1)] }).api, "csv", () => {
    throw new Error("No space left");
  });
  t.match(await full.run.ended, { kind: "failed", failure: { message: /No space left/ } });
  t.same(full.file, ["aborted"]);
});
