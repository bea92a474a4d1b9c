import t from "tap";
import type { DiskPart } from "../../../src/codec/desk/desk-surroundings.ts";
import { exportClient, fileOfClient } from "../../../src/web/desk/client/client-export.ts";
import { saveBackup } from "../../../src/web/desk/settings/service/backup-run.ts";
import { diskWords } from "../../../src/web/desk/shell/disk-words.ts";
import type { JobState } from "../../../src/web/desk/shell/erasure/erasure-job.ts";
import {
  createErasureJob,
  isConfirmed,
  keysOf,
  removedWords,
} from "../../../src/web/desk/shell/erasure/erasure-job.ts";
import type { Answer, Api } from "../../../src/web/shared/api/api.ts";
import type { Browser } from "../../../src/web/shared/browser/browser.types.ts";
import { standIn } from "../stand-in.ts";

const asked = { chatId: "1", channelId: "SHOP", clientId: "a/7", clientNumber: 4, name: "Zoë  Park" };
const failure = (status: number, code: string) => ({ status, code, message: code, field: null, requestId: null });

/** Answers the requests with the replies in order. A reply with a status is a failure. */
function scripted(replies: readonly object[]) {
  const requests: string[] = [];
  const left = [...replies];
  const answer = async <Value>(method: string, path: string): Promise<Answer<Value>> => {
    requests.push(`${method} ${path}`);
    const reply = left.shift();
    if (reply === undefined) throw new Error(`Expected no more requests, got ${method} ${path}`);
    return "status" in reply ? { ok: false, failure: reply as never } : { ok: true, value: reply as Value };
  };
  const api: Api = { get: (path) => answer("GET", path), send: answer };
  return { api, requests };
}

const soon = (pauses: number[], more: Partial<Browser> = {}) =>
  standIn<Browser>({
    after(ms, run) {
      pauses.push(ms);
      setImmediate(run);
      return () => undefined;
    },
    random: () => 0,
    ...more,
  });

t.test(
  "an export is one JSON object in a file named by the client's id, with unsafe characters replaced",
  async (t) => {
    const { api, requests } = scripted([
      { client: { id: "a/7" }, entries: [{ type: "chat" }, { type: "message" }], cursor: "c=1" },
      failure(503, "unavailable"),
      { client: { id: "a/7" }, entries: [], cursor: "c2" },
      { client: { id: "a/7" }, entries: [{ type: "log" }], cursor: null },
    ]);
    const written: string[] = [];
    const ends: string[] = [];
    const end = (how: string) => async () => void ends.push(how);
    const target = { write: async (text: string) => void written.push(text), close: end("close"), abort: end("abort") };
    const run = exportClient(api, soon([]), target, asked);
    t.match(await run.ended, { kind: "done", count: 3, failure: null });
    t.strictSame(JSON.parse(written.join("")), {
      client: { id: "a/7" },
      entries: [{ type: "chat" }, { type: "message" }, { type: "log" }],
    });
    t.strictSame(ends, ["close"]);
    const path = "GET /api/clients/a%2F7?channel=SHOP";
    t.strictSame(requests, [path, `${path}&cursor=c%3D1`, `${path}&cursor=c%3D1`, `${path}&cursor=c2`]);
    t.equal(fileOfClient(asked).name, "client-a-7.json");
    t.equal(fileOfClient({ ...asked, clientId: "../ü".repeat(100) }).name.length, 105);
  },
);

t.test("an erasure is confirmed by typing the name or the id", async (t) => {
  for (const typed of ["Zoë Park", " zoe\u0308 park ", "A/7", "a/7"]) t.ok(isConfirmed(typed, asked), typed);
  for (const typed of ["", " ", "Zoë", "a7", "4"]) t.notOk(isConfirmed(typed, asked), typed);
  const nameless = { ...asked, name: "Anonymous" };
  t.notOk(isConfirmed("Anonymous", nameless), "every client without a name is called so");
  t.strictSame(keysOf(nameless), ["a/7"]);
  const removed = { chats: 1, messages: 1_200, files: 0, deliveries: 1, calls: 0, leftMessages: 2 };
  t.equal(removedWords(removed), "1 chat, 1,200 messages and notes, 1 delivery, 2 offline messages");
});

const removed = { chats: 0, messages: 3, files: 0, deliveries: 0, calls: 0, leftMessages: 0 };
const going = { clientNumber: 4, state: "pending", removed };
const done = { ...going, state: "done", removed: { ...removed, chats: 1 } };
const list = (...erasures: readonly object[]) => ({ erasures });

t.test("the desk follows an erasure to its end; a failed request is shown and sent again", async (t) => {
  const script = [
    failure(0, "unreached"),
    // This is the second try, because the response to the first was lost.
    failure(404, "not_found"),
    ...[list(), list(going)],
    failure(503, "unavailable"),
    // The erasure was done between the two requests.
    ...[list(), list()],
    list(done),
  ];
  const { api, requests } = scripted(script);
  const pauses: number[] = [];
  let taken = 0;
  const take = (): void => {
    taken += 1;
  };
  const job = createErasureJob(api, soon(pauses), asked, take);
  const seen: JobState["at"][] = [];
  job.state.subscribe(({ at }) => void seen.push(at));
  t.match(await job.begin(), { code: "unreached" });
  t.match(job.state.value, { at: "asking", failure: { code: "unreached" } });
  t.equal(taken, 0);
  t.equal(await job.begin(), null);
  t.strictSame(job.state.value, { at: "done", removed: done.removed });
  t.equal(taken, 1);
  t.strictSame(seen, ["asking", "sent", "asking", "sent", "going", "going", "done"]);
  t.strictSame(pauses, [1_000, 5_000, 1_000]);
  t.strictSame(requests.slice(0, 4), [
    ...Array(2).fill("DELETE /api/clients/a%2F7?channel=SHOP"),
    "GET /api/erasures?state=done&clientNumber=4",
    "GET /api/erasures?state=pending&clientNumber=4",
  ]);
  t.equal(await job.begin(), null, "an erasure can be started only once");
});

t.test(
  "an erasure that the agent may not read any more keeps its last state; the erasure of an unknown client fails",
  async (t) => {
    const barred = scripted([{ erasure: going }, failure(403, "access_denied")]);
    const job = createErasureJob(barred.api, soon([]), asked, () => undefined);
    t.match(await job.begin(), { code: "access_denied" });
    t.match(job.state.value, { at: "going", removed, failure: { code: "access_denied" } });
    const nobody = scripted([failure(404, "not_found"), list(), list()]);
    const other = createErasureJob(nobody.api, soon([]), asked, () => t.fail());
    t.match(await other.begin(), { code: "not_found" });
  },
);

t.test("a full disk is shown with the refused requests, and administrators also see the next limit", async (t) => {
  const next = (what: DiskPart, belowBytes: number) => ({ what, belowBytes });
  const full = "The service's disk is nearly full:";
  const cases = [
    [
      [],
      next("files", 1e9),
      "The service's disk is getting full. Nothing is refused yet.",
      "With less than 1 GB free, files are refused. Free space before that.",
    ],
    [
      ["files"],
      next("chats", 2e8),
      `${full} files are refused.`,
      "With less than 200 MB free, new chats and new visitors are refused as well. Free space before that.",
    ],
    [
      ["files", "chats"],
      next("messages", 5e7),
      `${full} files, new chats, and new visitors are refused.`,
      "With less than 50 MB free, messages from clients are refused as well. Free space before that.",
    ],
    [
      ["files", "chats", "messages"],
      null,
      `${full} files and messages from clients are refused.`,
      "Only agents are served. Free space on the disk.",
    ],
    [["files", "chats"], null, `${full} files, new chats, and new visitors are refused.`, "Free space on the disk."],
  ] as const;
  for (const [refused, after, title, details] of cases) {
    t.strictSame(diskWords({ refused, next: after }, true), { title, details });
    const expected =
      refused.length === 0 ? null : { title, details: "What you write is sent. Inform an administrator." };
    t.strictSame(diskWords({ refused, next: after }, false), expected);
  }
});

t.test("a backup is written as it arrives; a backup that breaks off or is refused leaves no file", async (t) => {
  const pieces = [new Uint8Array([1, 2]), new Uint8Array([3])];
  const refusal = Response.json(
    { error: { code: "conflict", message: "Another one is being made." } },
    { status: 409 },
  );
  const bodyOf = (end: (from: ReadableStreamDefaultController) => void) => {
    const left = [...pieces];
    return new Response(
      new ReadableStream({
        pull(from) {
          const piece = left.shift();
          if (piece === undefined) end(from);
          else from.enqueue(piece);
        },
      }),
    );
  };
  const cases = [
    [async () => bodyOf((from) => from.close()), "done", undefined, "close"],
    [async () => bodyOf((from) => from.error(new TypeError("cut"))), "failed", "The backup stopped before its end."],
    [async () => refusal, "failed", "Another one is being made."],
    [() => Promise.reject(new TypeError("offline")), "failed", "The service could not be reached."],
  ] as const;
  for (const [fetch, kind, message, end = "abort"] of cases) {
    const written: unknown[] = [];
    const ends: string[] = [];
    const target = {
      write: async (content: unknown) => void written.push(content),
      close: async () => void ends.push("close"),
      abort: async () => void ends.push("abort"),
    };
    const run = saveBackup(scripted([]).api, soon([], { fetch }), target);
    const ended = await run.ended;
    t.strictSame([ended.kind, ended.failure?.message, ends], [kind, message, [end]]);
    if (kind === "done") t.strictSame([written, ended.count], [pieces, 3]);
  }
});
