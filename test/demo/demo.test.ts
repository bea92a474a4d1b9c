import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Test } from "tap";
import t from "tap";
import type { DemoEvent, Entry, FlowName } from "../../src/demo/transcript/demo-event.ts";
import type { DemoProcess } from "./demo-process.ts";
import { startDemo } from "./demo-process.ts";

interface Line {
  readonly atMs: number;
  readonly entry: Entry;
}

const linesOf = ({ events }: DemoProcess, flow: FlowName): readonly Line[] =>
  events.flatMap((event) => (event.event === "line" && event.flow === flow ? [event] : []));

/** Requests of the service to the customer system. */
const attemptsIn = (lines: readonly Line[]): readonly Line[] =>
  lines.filter(({ entry }) => entry.kind === "request" && entry.from === "parley");

const offsetsMs = (attempts: readonly Line[]): readonly number[] =>
  attempts.map(({ atMs }) => atMs - (attempts[0]?.atMs ?? 0));

/** The parts a body can have; which are there depends on whose it is. */
interface Body {
  readonly type?: string;
  readonly state?: string;
  readonly sender?: { readonly invite?: string; readonly url?: string };
  readonly since?: number;
  readonly message?: {
    readonly id?: string;
    readonly type?: string;
    readonly from?: string;
    readonly file_name?: string;
    readonly delivery?: { readonly state: string; readonly error: unknown } | null;
  };
}

const bodyOf = ({ entry }: Line): Body | null => ("body" in entry ? (entry.body as Body | null) : null);

/** The states of the agent's message as the desk's socket showed them, without repeats. */
const shownStates = (lines: readonly Line[]): readonly string[] =>
  lines
    .filter(({ entry }) => entry.kind === "frame")
    .map((line) => bodyOf(line)?.message?.delivery?.state)
    .filter((state) => state !== undefined)
    .filter((state, index, all) => state !== all[index - 1]);

const isWithin = (value: number | undefined, least: number, most: number): boolean =>
  value !== undefined && value >= least && value <= most;

function checksOf({ events }: DemoProcess): readonly { name: string; isRight: boolean }[] {
  return events.flatMap((event) => (event.event === "flow.ended" ? event.checks : []));
}

async function expectSuccess(t: Test, demo: DemoProcess): Promise<void> {
  const status = await demo.ended;
  if (status !== 0) t.comment(demo.transcript());
  t.equal(status, 0, "it ended well");
}

// Both wait most of the time, so they play side by side.
const whole = startDemo(t);
const data = join(t.testdir(), "data");
const killed = startDemo(t, "--once", "--data", data);
const killedInTime = killBetweenAttempts(killed);

/** SIGKILL when the first attempt was answered; resolves with the process that is gone. */
async function killBetweenAttempts(demo: DemoProcess): Promise<{ readonly pid: number; readonly url: string }> {
  const service = await demo.until("service.ready");
  const isFirstAnswer = (event: DemoEvent): boolean =>
    event.event === "line" &&
    event.flow === "failing" &&
    event.entry.kind === "answer" &&
    event.entry.from === "parley";
  await demo.until("line", isFirstAnswer);
  process.kill(service.pid, "SIGKILL");
  return service;
}

t.test("three conversations over real HTTP and sockets", async (t) => {
  const demo = whole;
  t.same(await demo.until("verdict"), { event: "verdict", isRight: true });

  await t.test("[CH-10] status 0, then 1; message, accept, reply, POST, ok, delivered, in this order", async (t) => {
    const lines = linesOf(demo, "main");
    const find = (fits: (line: Line) => boolean): number => lines.findIndex(fits);
    const answered = (path: RegExp, body: unknown): number =>
      find((line) => {
        const before = lines[lines.indexOf(line) - 1]?.entry;
        const isAsked = before?.kind === "request" && path.test(before.path);
        return isAsked && line.entry.kind === "answer" && bodyOf(line) === body;
      });
    const posted = find((line) => attemptsIn([line]).length === 1 && bodyOf(line)?.message?.type === "text");
    const order = [
      answered(/\/status$/, 0),
      find((line) => bodyOf(line)?.type === "ready"),
      answered(/\/status$/, 1),
      find(({ entry }) => entry.kind === "request" && entry.from === "shop" && entry.method === "POST"),
      find((line) => line.entry.kind === "frame" && bodyOf(line)?.message?.from === "client"),
      find(({ entry }) => entry.kind === "request" && entry.path.endsWith("/accept")),
      find(({ entry }) => entry.kind === "request" && /\/chats\/\d+\/messages$/.test(entry.path)),
      posted,
      lines.findIndex(({ entry }, index) => index > posted && entry.kind === "answer" && entry.from === "parley"),
      find((line) => line.entry.kind === "frame" && bodyOf(line)?.message?.delivery?.state === "delivered"),
    ];
    t.notOk(order.includes(-1), `all were seen: ${order}`);
    t.same(
      order,
      [...order].sort((one, other) => one - other),
    );
  });

  await t.test(
    "[CH-31, CH-32, CH-45, CH-49, CH-59] invitation, page, typing both ways and a file, in order",
    async (t) => {
      const lines = linesOf(demo, "main");
      const has = (kind: Entry["kind"], from: string, fits: (body: Body | null) => boolean) => {
        return lines.findIndex((line) => {
          const { entry } = line;
          return entry.kind === kind && "from" in entry && entry.from === from && fits(bodyOf(line));
        });
      };
      const posted = (type: string): number => has("request", "parley", (body) => body?.message?.type === type);
      const order = [
        has("request", "shop", (body) => body?.sender?.invite !== undefined && body.sender.url !== undefined),
        has("frame", "parley", (body) => body?.message?.type === "invitation"),
        has("frame", "parley", (body) => body?.message?.from === "client"),
        has("request", "agent", (body) => body?.type === "typein"),
        posted("typein"),
        posted("typeout"),
        posted("text"),
        has("request", "shop", (body) => body?.message?.type === "typein"),
        has("frame", "parley", (body) => body?.type === "typing" && body.state === "typein"),
        has("frame", "parley", (body) => body?.type === "typing" && body.state === "typeout"),
        lines.findIndex(({ entry }) => entry.kind === "request" && entry.path.includes("/files?name=")),
        posted("document"),
        lines.findIndex(({ entry }) => entry.kind === "request" && /^\/files\/•••\/receipt/.test(entry.path)),
      ];
      t.notOk(order.includes(-1), `all were seen: ${order}`);
      t.same(
        order,
        [...order].sort((one, other) => one - other),
      );
    },
  );

  await t.test("[DEL-01, DEL-02] an endpoint that fails twice gets attempts at 0, 3 and 6 s", async (t) => {
    const lines = linesOf(demo, "failing");
    const offsets = offsetsMs(attemptsIn(lines));
    t.equal(offsets.length, 3);
    t.ok(isWithin(offsets[1], 2_900, 4_000), `the second after ${offsets[1]} ms`);
    t.ok(isWithin(offsets[2], 5_900, 7_000), `the third after ${offsets[2]} ms`);
    t.same(shownStates(lines), ["attempting", "delivered"]);
  });

  await t.test("[DEL-04, DEL-05] a dead endpoint: three attempts, an error by 9 s, then sent again", async (t) => {
    const lines = linesOf(demo, "dead");
    const attempts = attemptsIn(lines);
    const failed = lines.find((line) => bodyOf(line)?.message?.delivery?.state === "failed");
    const beforeFailure = attempts.filter(({ atMs }) => atMs <= (failed?.atMs ?? 0));
    t.equal(beforeFailure.length, 3);
    t.ok((failed?.atMs ?? Number.NaN) - (attempts[0]?.atMs ?? 0) <= 9_300, "the error came in time");
    t.match(failed && bodyOf(failed)?.message?.delivery?.error, { message: /customer system/ });
    t.equal(attempts.length, 4);
    t.equal(new Set(attempts.map((line) => bodyOf(line)?.message?.id)).size, 1, "one message, whenever it is sent");
    t.same(shownStates(lines).slice(-2), ["attempting", "delivered"]);
  });

  await t.test("the transcript is read flow by flow and tells no secret", async (t) => {
    const text = demo.transcript();
    const titleOf = (flow: FlowName): string =>
      demo.events
        .flatMap((event) => (event.event === "flow.started" && event.flow === flow ? [event.title] : []))
        .join();
    const [main = 0, failing = 0, dead = 0] = (["main", "failing", "dead"] as const).map((flow) =>
      text.indexOf(titleOf(flow)),
    );
    t.ok(0 < main && main < failing && failing < dead, `the flows are read at ${main}, ${failing} and ${dead}`);
    t.match(text, /^ +\+\d+\.\d{3} s {2}parley → shop/m);
    const everything = `${text}${JSON.stringify(demo.events)}`;
    t.notMatch(everything, /(chat-api|files)\/[\w-]{22}/, "no address of a channel or a file");
    t.notMatch(everything, /"(token|password)\\?":\\?"(?!•••)/);
    t.match(everything, /"token":"•••"/);
  });

  await t.test("it stays up to be explored, until it is told to end; nothing outlives it", async (t) => {
    const { pid } = await demo.until("service.ready");
    const { chatPage, status } = await demo.until("open");
    t.equal(await (await fetch(status)).text(), "1");
    t.equal((await fetch(chatPage)).status, 200);
    const [curl = ""] = /curl -d .*/.exec(demo.transcript()) ?? [];
    t.equal(spawnSync("sh", ["-c", `${curl} -s`], { encoding: "utf8" }).stdout, '{"result":"ok"}');
    const isEcho = (event: DemoEvent): boolean =>
      event.event === "line" && event.flow === "live" && /You wrote/.test(JSON.stringify(event.entry));
    await demo.until("line", isEcho);
    const types = attemptsIn(linesOf(demo, "live")).map((line) => bodyOf(line)?.message?.type);
    t.same(types.slice(0, 2), ["typein", "typeout"], "the agent types before it answers");
    demo.stop();
    t.equal(await demo.ended, 0);
    await t.rejects(fetch(chatPage), "the customer system is gone");
    t.throws(() => process.kill(pid, 0), { code: "ESRCH" }, "the service is gone");
  });
});

t.test("[DEL-22, DEL-24] the service is killed between two attempts: the flow goes on where it stood", async (t) => {
  const demo = killed;
  const { pid, url } = await killedInTime;
  t.match(await demo.until("service.ended"), { pid, signal: "SIGKILL" });
  t.match(await demo.until("service.ready", ({ restarts }) => restarts === 1), { url });
  await expectSuccess(t, demo);

  const lines = linesOf(demo, "failing");
  const offsets = offsetsMs(attemptsIn(lines));
  t.equal(offsets.length, 3, "never more than three attempts");
  t.ok(
    offsets.every((offset, index) => index === 0 || offset - (offsets[index - 1] ?? 0) >= 2_900),
    `never early: ${offsets}`,
  );
  t.equal(shownStates(lines).at(-1), "delivered");
  const hellos = lines.filter((line) => bodyOf(line)?.type === "hello").map((line) => bodyOf(line)?.since);
  t.equal(hellos.length, 1, "the agent came back once");
  t.type(hellos[0], "number", "by its cursor");
  t.notOk(lines.some((line) => bodyOf(line)?.type === "resync"));
  t.ok(checksOf(demo).every(({ isRight }) => isRight));
  t.ok(existsSync(data), "the folder named is kept");
});

t.test("flags: help, and a mistake", async (t) => {
  const run = (flag: string) => spawnSync(process.execPath, ["--import", "tsx", "src/demo/run.ts", flag]);
  const help = run("--help");
  t.equal(help.status, 0);
  for (const flag of ["--port", "--data", "--once", "--json"]) t.match(help.stdout.toString(), flag);
  const mistake = run("--port=http");
  t.equal(mistake.status, 2);
  t.match(mistake.stderr.toString(), "0 to 65535");
  t.equal(run("--prot").status, 2);
});
