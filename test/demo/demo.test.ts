import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Test } from "tap";
import t from "tap";
import type { DemoEvent, Entry, FlowName } from "../../src/demo/demo-event.ts";
import type { Intervals } from "../../src/demo/flows/attempt-list.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import type { Body, Line } from "./demo-lines.ts";
import {
  attemptsIn,
  bodyOf,
  callsOf,
  chatStates,
  crmAttempts,
  eventsIn,
  linesOf,
  reportsIn,
  shownStates,
} from "./demo-lines.ts";
import type { DemoProcess } from "./demo-process.ts";
import { startDemo } from "./demo-process.ts";

const isOffline = (frame: unknown): boolean => JSON.stringify(frame).startsWith('{"type":"offline_message"');

const isWithin = (value: number | undefined, least: number, most: number): boolean =>
  value !== undefined && value >= least && value <= most;

function checksOf({ events }: DemoProcess): readonly { name: string; isRight: boolean }[] {
  return events.flatMap((event) => (event.event === "flow.ended" ? event.checks : []));
}

/** The times at which a flow's attempts began. On a busy machine they arrive later. */
function begunMs({ events }: DemoProcess, flow: FlowName): readonly number[] {
  const checks = events.flatMap((event) => (event.event === "flow.ended" && event.flow === flow ? event.checks : []));
  const intervals = checks.find(({ name }) => name === "each at least 3 s after the one before");
  return (intervals?.seen as Intervals | undefined)?.begunMs ?? [];
}

async function expectSuccess(t: Test, demo: DemoProcess): Promise<void> {
  const status = await demo.ended;
  if (status !== 0) t.comment(demo.transcript());
  t.equal(status, 0, "it ended well");
}

// Both demos wait most of the time, so they run at the same time.
const whole = startDemo(t);
const data = join(temporaryFolder(t), "data");
const killed = startDemo(t, "--once", "--data", data);
const killedInTime = killBetweenAttempts(killed);

/** Kills the service after the first attempt was answered. Resolves with the killed process. */
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

t.test("eleven conversations over real HTTP and sockets", async (t) => {
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
    const [first, second, third] = begunMs(demo, "failing");
    t.equal(attemptsIn(lines).length, 3);
    t.equal(first, 0);
    t.ok(isWithin(second, 3_000, 4_000), `the second after ${second} ms`);
    t.ok(isWithin(third, 6_000, 7_000), `the third after ${third} ms`);
    t.same(shownStates(lines), ["attempting", "delivered"]);
  });

  await t.test("[DEL-04, DEL-05] a dead endpoint: three attempts, an error by 9 s, then sent again", async (t) => {
    const lines = linesOf(demo, "dead");
    const attempts = attemptsIn(lines);
    const failed = lines.find((line) => bodyOf(line)?.message?.delivery?.state === "failed");
    const beforeFailure = attempts.filter(({ atMs }) => atMs <= (failed?.atMs ?? 0));
    t.equal(beforeFailure.length, 3);
    t.ok((failed?.atMs ?? Number.NaN) - (attempts[0]?.atMs ?? 0) <= 9_300, "the error was shown in time");
    t.match(failed && bodyOf(failed)?.message?.delivery?.error, { message: /customer system/ });
    t.equal(attempts.length, 4);
    t.equal(
      new Set(attempts.map((line) => bodyOf(line)?.message?.id)).size,
      1,
      "all attempts have the same message id",
    );
    t.same(shownStates(lines).slice(-2), ["attempting", "delivered"]);
  });

  await t.test(
    "[BOT-24, BOT-38, BOT-44, BOT-49] a bot: plain-text fallbacks; after an agent joins, no event for the bot",
    (t) => {
      const lines = linesOf(demo, "bot");
      const told = eventsIn(lines, "parley");
      t.same(told, ["CLIENT_MESSAGE", "CLIENT_MESSAGE", "CLIENT_MESSAGE", "AGENT_JOINED"]);
      t.same(eventsIn(lines, "bot"), ["BOT_MESSAGE", "BOT_MESSAGE", "BOT_MESSAGE", "INVITE_AGENT"]);
      const kinds = lines.flatMap((line) => ("from" in line.entry && line.entry.from === "bot" ? [line] : []));
      t.match(
        kinds.map((line) => bodyOf(line)?.message?.type).filter((type) => type !== undefined),
        ["BUTTONS", "MARKDOWN", "TEXT"],
      );
      const texts = attemptsIn(lines).map((line) => bodyOf(line)?.message);
      t.ok(
        texts.every((message) => ["text", "typein", "typeout"].includes(message?.type ?? "")),
        "only plain text",
      );
      t.match(texts[0]?.text, /Hello Dan.*Write: prices/);
      t.same(chatStates(lines), ["with_bot", "waiting", "with_agent"]);
      t.end();
    },
  );

  await t.test(
    "[BOT-17, AUTH-08, AUTH-10] a slow bot: no request is repeated, the access token goes both ways",
    (t) => {
      const lines = linesOf(demo, "slow-bot");
      const tokenRequests = attemptsIn(lines, "bot").filter(({ entry }) => "path" in entry && /oauth/.test(entry.path));
      t.ok(tokenRequests.length >= 2, `${tokenRequests.length} tokens`);
      t.same(eventsIn(lines, "parley"), ["CLIENT_MESSAGE", "CLIENT_MESSAGE", "CLIENT_MESSAGE", "AGENT_JOINED"]);
      const answers = lines.filter(({ entry }) => entry.kind === "answer" && entry.from === "bot");
      t.same(
        answers.map(({ entry }) => "status" in entry && entry.status),
        [200, 200, 200, 200],
        "its posts were accepted",
      );
      t.end();
    },
  );

  await t.test(
    "[BOT-18, BOT-22] bots that fail: three requests at 0, 3 and 6 s, then agents get the chat, and no further request",
    (t) => {
      for (const [flow, leastMs, mostMs] of [
        ["failing-bot", 5_700, 7_000],
        ["dead-bot", 8_700, 10_000],
      ] as const) {
        const lines = linesOf(demo, flow);
        const requests = attemptsIn(lines, "bot");
        const begun = begunMs(demo, flow);
        t.same([requests.length, begun.length], [3, 3], flow);
        t.ok(isWithin(begun[1], 3_000, 4_000) && isWithin(begun[2], 6_000, 7_000), `${flow} at ${begun}`);
        t.equal(new Set(requests.map((line) => bodyOf(line)?.id)).size, 1, "one event");
        const offered = lines.find((line) => bodyOf(line)?.chat?.state === "waiting");
        const afterMs = (offered?.atMs ?? Number.NaN) - (requests[0]?.atMs ?? 0);
        t.ok(isWithin(afterMs, leastMs, mostMs), `${flow} with the agents after ${afterMs} ms`);
        t.same(chatStates(lines), ["with_bot", "waiting", "with_agent"]);
      }
      t.end();
    },
  );

  await t.test("[BOT-44, BOT-45, BOT-47] nobody accepts: the bot continues, and an agent joins later", (t) => {
    const lines = linesOf(demo, "lone-bot");
    const told = ["CLIENT_MESSAGE", "AGENT_UNAVAILABLE", "CLIENT_MESSAGE", "AGENT_JOINED"];
    t.same(eventsIn(lines, "parley"), told);
    t.same(chatStates(lines), ["with_bot", "waiting", "unstaffed", "with_agent"]);
    t.end();
  });

  await t.test(
    "[WH-14, WH-15, WH-16, WH-17, WH-36, WH-39, WH-40, WH-42] a CRM receives a chat's events in order; a failed event comes again after 5 s",
    (t) => {
      const lines = linesOf(demo, "crm");
      const attempts = crmAttempts(lines);
      const names = ["chat_accepted", "chat_updated", "chat_assigned", "chat_finished", "chat_updated"];
      t.same(
        attempts.map(({ name, attempt, status }) => [name, attempt, status]),
        names.map((name, index) => [name, index === 4 ? 2 : 1, index === 1 ? 500 : 200]),
      );
      const [, first, , , again] = attempts;
      t.equal(again?.id, first?.id, "the same webhook-id");
      t.equal(new Set(attempts.map(({ id }) => id)).size, 4, "each event has its own id");
      const afterMs = (again?.atMs ?? Number.NaN) - (first?.atMs ?? 0);
      t.ok(isWithin(afterMs, 4_700, 7_500), `the second attempt after ${afterMs} ms`);
      t.ok(attempts.every(({ body }) => body.user_token?.startsWith("ivy-")));
      const shown = lines.filter(
        (line) => line.entry.kind === "frame" && JSON.stringify(bodyOf(line)).includes("crmLink"),
      );
      t.match(JSON.stringify(shown.map(bodyOf)), /3 open, 11 closed/, "the desk shows the CRM's answer to the agent");
      t.end();
    },
  );

  await t.test(
    "[CALL-02, CALL-05, CALL-06, CALL-07] a callback: four events, although the gateway reports each status twice",
    (t) => {
      const lines = linesOf(demo, "callback");
      const statuses = ["start", "agent_connected", "client_connected", "end"];
      const attempts = crmAttempts(lines);
      const calls = callsOf(attempts);
      t.same(
        calls.map(({ status }) => status),
        statuses,
      );
      t.match(calls.at(-1)?.record_url, /^http.*\.mp3$/);
      t.equal(attempts.at(-1)?.name, "chat_finished", "and nothing else before the chat is closed");
      t.same(
        reportsIn(lines),
        statuses.slice(1).flatMap((status) => [status, status]),
      );
      t.equal(attemptsIn(lines, "gateway").length, 1, "the gateway got one request");
      t.end();
    },
  );

  await t.test("[CALL-03, WH-18] a call that fails, with its reason, and an offline message", (t) => {
    const lines = linesOf(demo, "failed-call");
    const attempts = crmAttempts(lines);
    t.match(callsOf(attempts), [{ status: "start" }, { status: "error", reason: "Line busy" }]);
    t.same(attempts.map(({ name }) => name).sort(), ["call_event", "call_event", "chat_finished", "offline_message"]);
    t.ok(
      lines.some(({ entry }) => entry.kind === "frame" && entry.to === "agent" && isOffline(entry.body)),
      "the desk shows the message",
    );
    t.end();
  });

  await t.test("the transcript is printed flow by flow and contains no secret", async (t) => {
    // The text after this sentence contains addresses to paste.
    const [text = ""] = demo.transcript().split("Everything stays up");
    const titleOf = (flow: FlowName): string =>
      demo.events
        .flatMap((event) => (event.event === "flow.started" && event.flow === flow ? [event.title] : []))
        .join();
    const [main = 0, failing = 0, dead = 0] = (["main", "failing", "dead"] as const).map((flow) =>
      text.indexOf(titleOf(flow)),
    );
    t.ok(0 < main && main < failing && failing < dead, `the flows are read at ${main}, ${failing} and ${dead}`);
    t.match(text, /^ +\+\d+\.\d{3} s {2}parley +→ shop/m);
    const everything = `${text}${JSON.stringify(demo.events.filter(({ event }) => event !== "open"))}`;
    t.notMatch(
      everything,
      /(chat-api|files|hook|demo-bots|calls)\/[\w-]{22}/,
      "no address of a channel, a bot, a file or reports of calls",
    );
    t.notMatch(everything, /whsec_(?!•••)/);
    t.notMatch(everything, /"visitor\\?":\\?"(?!•••)/, "no visitor's secret");
    t.match(everything, /"visitor":"•••"/);
    t.match(everything, /\/calls\/•••/);
    t.notMatch(everything, /"(token|password|access_token|client_secret)\\?":\\?"(?!•••)/);
    t.match(everything, /"token":"•••"/);
  });

  await t.test("the demo keeps running until it is stopped, and all its processes end with it", async (t) => {
    const { pid } = await demo.until("service.ready");
    const { chatPage, status } = await demo.until("open");
    t.equal(await (await fetch(status)).text(), "1");
    t.equal((await fetch(chatPage)).status, 200);
    t.match(demo.transcript(), `${new URL(status).origin}/demo/DEMOSITE01\n`, "the page with the widget");
    const [curl = ""] = /curl -d .*/.exec(demo.transcript()) ?? [];
    t.equal(spawnSync("sh", ["-c", `${curl} -s`], { encoding: "utf8" }).stdout, '{"result":"ok"}');
    const isEcho = (event: DemoEvent): boolean =>
      event.event === "line" && event.flow === "live" && /You wrote/.test(JSON.stringify(event.entry));
    await demo.until("line", isEcho);
    const types = attemptsIn(linesOf(demo, "live")).map((line) => bodyOf(line)?.message?.type);
    t.same(types.slice(0, 2), ["typein", "typeout"], "the agent types before it answers");

    const [say = ""] = /say\(\) .*/.exec(demo.transcript()) ?? [];
    const [hello = ""] = /say http\S+\/BOTFRIEND1 Hello/.exec(demo.transcript()) ?? [];
    const [speak = ""] = /curl -d \S*BOT_MESSAGE.*/.exec(demo.transcript()) ?? [];
    const paste = (...lines: readonly string[]) =>
      spawnSync("sh", ["-c", lines.join("\n")], { encoding: "utf8" }).stdout;
    const isSaid = (words: RegExp) => (event: DemoEvent) => {
      if (event.event !== "line" || event.flow !== "live" || event.entry.kind !== "request") return false;
      return event.entry.to === "shop" && words.test(JSON.stringify(event.entry.body));
    };
    t.equal(paste(say, hello), '{"result":"ok"}\n');
    await demo.until("line", isSaid(/Hello You, I am Rivet/));
    const chatId = linesOf(demo, "live").flatMap((line) => bodyOf(line)?.chat_id ?? [])[0];
    t.equal(paste(speak.replace('"9"', `"${chatId}"`)), '{"result":"ok"}');
    await demo.until("line", isSaid(/Hello from curl/));
    t.equal(paste(say, hello.replace("Hello", "'human please'")), '{"result":"ok"}\n');
    await demo.until("line", isSaid(/I am Kim/));

    const [write = ""] = /say http\S+\/DEMOCRM001 Hello/.exec(demo.transcript()) ?? [];
    const isTold = (words: RegExp) => (event: DemoEvent) => {
      if (event.event !== "line" || event.flow !== "live" || event.entry.kind !== "request") return false;
      return event.entry.to === "crm" && words.test(JSON.stringify(event.entry.body));
    };
    t.equal(paste(say, write), '{"result":"ok"}\n');
    await demo.until("line", isTold(/"chat_accepted".*"DEMOCRM001"/));
    const [unsigned = ""] = /curl \S+ \S+ -d \S+chat_accepted.*/.exec(demo.transcript()) ?? [];
    t.match(paste(unsigned), /signature/);
    const [ring = ""] = /curl .*\/incoming/.exec(demo.transcript()) ?? [];
    t.match(paste(ring), /"result":"ok"/);
    await demo.until("line", isTold(/"incoming".*"end"/));
    t.match(demo.transcript(), "signed with whsec_•••");

    demo.stop();
    t.equal(await demo.ended, 0);
    await t.rejects(fetch(chatPage), "the customer system has stopped");
    t.throws(() => process.kill(pid, 0), { code: "ESRCH" }, "the service has stopped");
  });
});

t.test(
  "[DEL-22, DEL-24] the service is killed between two attempts: the flow continues after the restart",
  async (t) => {
    const demo = killed;
    const { pid, url } = await killedInTime;
    t.match(await demo.until("service.ended"), { pid, signal: "SIGKILL" });
    t.match(await demo.until("service.ready", ({ restarts }) => restarts === 1), { url });
    await expectSuccess(t, demo);

    const lines = linesOf(demo, "failing");
    const begun = begunMs(demo, "failing");
    t.same([attemptsIn(lines).length, begun.length], [3, 3], "never more than three attempts");
    t.ok(
      begun.every((atMs, index) => index === 0 || atMs - (begun[index - 1] ?? 0) >= 3_000),
      `never early: ${begun}`,
    );
    t.equal(shownStates(lines).at(-1), "delivered");
    const hellos = lines.filter((line) => bodyOf(line)?.type === "hello").map((line) => bodyOf(line)?.since);
    t.equal(hellos.length, 1, "the agent reconnected once");
    t.type(hellos[0], "number", "by its cursor");
    t.notOk(lines.some((line) => bodyOf(line)?.type === "resync"));
    t.ok(checksOf(demo).every(({ isRight }) => isRight));
    t.ok(existsSync(data), "the given folder is kept");
  },
);

t.test("flags: help, and a mistake", async (t) => {
  const run = (flag: string) => spawnSync(process.execPath, ["src/demo/run.ts", flag]);
  const help = run("--help");
  t.equal(help.status, 0);
  for (const flag of ["--port", "--data", "--once", "--json"]) t.match(help.stdout.toString(), flag);
  const mistake = run("--port=http");
  t.equal(mistake.status, 2);
  t.match(mistake.stderr.toString(), "0 to 65535");
  t.equal(run("--prot").status, 2);
});
