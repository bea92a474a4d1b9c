import t from "tap";
import type { ChannelSettings } from "../../../machines/channel/channel.types.ts";
import { defaultLimits } from "../../../src/config/limits.ts";
import { asChannelId } from "../../../src/core/ids.ts";
import type { Result } from "../../../src/core/result.ts";
import { fail, ok } from "../../../src/core/result.ts";
import type { CustomerInbox } from "../../../src/domain/chat/customer-inbox.ts";
import type { ChannelEntry } from "../../../src/domain/directory.ts";
import { createBadPathGuard } from "../../../src/edge/limits/bad-path-guard.ts";
import { createDiskFloors } from "../../../src/edge/limits/disk-floors.ts";
import { createRateLimiter } from "../../../src/edge/limits/rate-limiter.ts";
import { Refusals } from "../../../src/edge/limits/refusals.ts";
import { channelStatusRoute } from "../../../src/edge/routes/channel-status.ts";
import { customerMessageRoute } from "../../../src/edge/routes/customer-message.ts";
import { plainChannel } from "../../harness/service-config.ts";
import type { EdgeWorld } from "../edge-world.ts";
import { startEdge, until } from "../edge-world.ts";
import type { ManualClock } from "../manual-clock.ts";
import { ask, openWire, request } from "../wire.ts";

const random = "rAnd0m-_rAnd0m-_rAnd0m";
const wrongRandom = "rAnd0m-_rAnd0m-_rAnd0M";
const base: ChannelSettings = { ...plainChannel, id: asChannelId("MOBILEAPP1"), random, appendPublicId: false };
const entryOf = (id: string, status: 0 | 1, enabled = true): ChannelEntry => ({
  settings: { ...base, id: asChannelId(id), enabled },
  status,
  isRemoved: false,
});

interface SurfaceWorld extends EdgeWorld {
  readonly channels: Map<string, ChannelEntry>;
  /** Messages that reached the handler. */
  readonly received: string[];
  /** Calls of `done` that the test makes, for the text `hold`. */
  readonly held: ((result: Result<void>) => void)[];
  overload: boolean;
}

const createInbox = (world: Pick<SurfaceWorld, "received" | "held">): CustomerInbox => ({
  receive({ settings }, message, { requestId }, done) {
    const text = message.kind === "message" ? message.content.text : message.state;
    world.received.push(`${settings.id}:${message.senderId}:${text}:${requestId === "" ? "no id" : "id"}`);
    if (text === "hold") world.held.push(done);
    else if (text === "full") done(fail("overloaded", "The queue is full."));
    else done(ok(undefined));
  },
});

const bodyOf = (sender: string, text: string): string =>
  JSON.stringify({ sender: { id: sender }, message: { type: "text", text } });

async function startSurface(t: Parameters<typeof startEdge>[0], logLevel = "debug"): Promise<SurfaceWorld> {
  const channels = new Map([
    ["MOBILEAPP1", entryOf("MOBILEAPP1", 1)],
    ["OFFLINE01", entryOf("OFFLINE01", 0)],
    ["DISABLED1", entryOf("DISABLED1", 1, false)],
  ]);
  const limits = { ...defaultLimits, bodyBytesMax: 100, inlineBodyBytesMax: 100, workerQueueMax: 10 };
  const state = { channels, received: [], held: [], overload: false };
  const rates = (clock: ManualClock, perSecond: number, burst: number) =>
    createRateLimiter({ perSecond, burst, bucketsMax: 1000, clock });
  const world = await startEdge(
    t,
    (server, clock) => {
      const surface = {
        channels: { find: (id: string) => channels.get(id) },
        badPaths: createBadPathGuard({ perMinute: 60, addressesMax: 1000, clock }),
        channelRate: rates(clock, 100, 200),
      };
      server.route(channelStatusRoute(surface));
      server.route(
        customerMessageRoute({
          surface,
          intake: {
            inbox: createInbox(state),
            senderRate: rates(clock, 10, 20),
            floors: createDiskFloors({ limits, refusals: new Refusals() }),
            store: { read: async () => undefined },
          },
          bodyParser: { parse: async () => fail("overloaded", "Too big."), close: async () => undefined },
          keyedRequests: { run: async () => undefined },
          limits,
          clock,
        }),
      );
    },
    { isOverloaded: () => state.overload, logLevel },
  );
  world.server.startServing();
  return Object.assign(state, world);
}

const messagePath = `/chat-api/${random}/MOBILEAPP1`;
const statusPath = `${messagePath}/status`;
const notFound = '{"error":{"code":"not_found","message":"There is no such address."}}';

t.test("channel status", async (t) => {
  const { port, channels } = await startSurface(t);
  const head = (length: number): string =>
    `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nCache-Control: no-store\r\nContent-Length: ${length}`;

  await t.test("[CH-11] the status is exactly one digit", async (t) => {
    for (const [id, digit] of Object.entries({ MOBILEAPP1: "1", OFFLINE01: "0" })) {
      const answer = await ask(port, "GET", `/chat-api/${random}/${id}/status`);
      t.equal(answer.fixedHead, head(1));
      t.equal(answer.body, digit);
    }
    channels.set("MOBILEAPP1", entryOf("MOBILEAPP1", 0));
    t.equal((await ask(port, "GET", statusPath)).body, "0");
    channels.set("MOBILEAPP1", entryOf("MOBILEAPP1", 1));
    t.equal((await ask(port, "GET", statusPath)).body, "1");
  });

  await t.test("a status query ignores payload, query string and one trailing slash; HEAD has no body", async (t) => {
    for (const path of [statusPath, `${statusPath}/`, `${statusPath}?a=b`, `${statusPath}/?`]) {
      const answer = await ask(port, "GET", path, '{"not":"read"}');
      t.same([answer.fixedHead, answer.body], [head(1), "1"], path);
    }
    t.equal((await ask(port, "GET", `${statusPath}//`)).status, 404);
    const wire = await openWire(port);
    wire.send(request("HEAD", statusPath));
    const bodiless = await wire.answer(false);
    t.equal(bodiless.fixedHead.split("\r\n").sort().join(), head(1).split("\r\n").sort().join());
    wire.send(request("GET", statusPath));
    t.equal((await wire.answer()).body, "1");
    wire.abort();
  });
});

t.test("customer message", async (t) => {
  const world = await startSurface(t);
  const { port, received, held } = world;

  await t.test("[CH-17, CH-19] a message is answered 200 only after its commit", async (t) => {
    const answer = await ask(port, "POST", messagePath, bodyOf("kim", "hello"));
    const head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 15";
    t.same([answer.fixedHead, answer.body], [head, '{"result":"ok"}']);
    t.same(received, ["MOBILEAPP1:kim:hello:id"]);
    const wire = await openWire(port);
    wire.send(request("POST", `${messagePath}/?q=1`, bodyOf("kim", "hold")));
    await until(() => held.length === 1);
    t.equal(world.server.inHand, 1, "not answered yet");
    held[0]?.(ok(undefined));
    t.equal((await wire.answer()).status, 200);
    wire.abort();
  });

  await t.test("[CH-08] no header decides whether a message is accepted", async (t) => {
    for (const headers of [
      ["Content-Type: text/plain", "Origin: https://elsewhere.example"],
      ["Content-Type: application/x-www-form-urlencoded", "User-Agent: "],
      ["Content-Type: nonsense", "Authorization: Basic x", "Cookie: a=b", "Accept: image/png"],
      [],
    ]) {
      t.equal((await ask(port, "POST", messagePath, bodyOf("kim", "x"), headers)).status, 200, headers.join());
    }
  });

  await t.test("[ERR-11] a full queue is 502", async (t) => {
    const answer = await ask(port, "POST", messagePath, bodyOf("lee", "full"));
    t.equal(answer.status, 502);
    t.equal(answer.body, '{"error":{"code":"overloaded","message":"The queue is full."}}');
  });

  await t.test("[ERR-13] a commit that takes over 5 s is 504, and its late result is ignored", async (t) => {
    held.length = 0;
    const wire = await openWire(port);
    wire.send(request("POST", messagePath, bodyOf("kim", "hold")));
    await until(() => held.length === 1);
    world.clock.advance(5_200);
    t.equal((await wire.answer()).status, 504);
    held[0]?.(ok(undefined));
    wire.send(request("GET", statusPath));
    t.equal((await wire.answer()).body, "1");
    wire.abort();
  });
});

t.test("[AUTH-01] a wrong random string gets byte for byte the same answer as an unknown channel", async (t) => {
  const { port, received } = await startSurface(t);
  const paths = (random: string, id: string): readonly string[] => [
    `/chat-api/${random}/${id}`,
    `/chat-api/${random}/${id}/status`,
  ];
  const bad = [
    ...paths(random, "UNKNOWN01"),
    ...paths(wrongRandom, "MOBILEAPP1"),
    ...paths(wrongRandom, "DISABLED1"),
    ...paths(random.toLowerCase(), "MOBILEAPP1"),
    ...paths(random, "mobileapp1"),
    ...paths(random.slice(0, -1), "MOBILEAPP1"),
    ...paths(`${random}x`, "MOBILEAPP1"),
    ...paths(`${random}%00`, "MOBILEAPP1"),
    ...paths("-", "MOBILEAPP1"),
  ];
  for (const method of ["GET", "POST", "PUT"]) {
    for (const path of bad) {
      const answer = await ask(port, method, path, bodyOf("kim", "hello"));
      const head = `HTTP/1.1 404 Not Found\r\nContent-Type: application/json\r\nContent-Length: ${notFound.length}`;
      t.same([answer.fixedHead, answer.body], [head, notFound], `${method} ${path}`);
    }
  }
  t.same(received, []);
  t.equal(
    (await ask(port, "GET", `/chat-api/${random}/MOBILE%41PP1/status`)).body,
    "1",
    "an escaped letter is the same as that letter",
  );
});

t.test("malformed paths of surface A are 404", async (t) => {
  const { port, received } = await startSurface(t);
  for (const path of [
    "/chat-api",
    "/chat-api/",
    `/chat-api/${random}`,
    `/chat-api/${random}/`,
    `/chat-api//MOBILEAPP1`,
    `/chat-api//MOBILEAPP1/status`,
    `//chat-api/${random}/MOBILEAPP1`,
    `/chat-api/${random}//status`,
    `/chat-api/${random}/MOBILEAPP1//`,
    `/chat-api/${random}/MOBILEAPP1/status/x`,
    `/chat-api/${random}/MOBILEAPP1/messages`,
    `/chat-api/${random}%2FMOBILEAPP1`,
    `/chat-api/%/MOBILEAPP1`,
    `/chat-api/${random}/%E0%A4%A`,
    `/Chat-Api/${random}/MOBILEAPP1`,
    `/chat-api/../chat-api/${random}/MOBILEAPP1`,
  ]) {
    for (const method of ["GET", "POST"]) {
      const answer = await ask(port, method, path);
      t.same([answer.status, answer.body], [404, notFound], `${method} ${path}`);
    }
  }
  t.same(received, []);
});

t.test(
  "[ERR-09, LIM-03] after 60 bad paths in a minute, an address gets 429 for further bad paths, and only for these",
  async (t) => {
    const { port, clock } = await startSurface(t);
    const bad = [`/chat-api/${wrongRandom}/MOBILEAPP1`, `/chat-api/${random}/UNKNOWN01/status`];
    const askBad = async (count: number): Promise<readonly number[]> => {
      const wire = await openWire(port);
      const statuses: number[] = [];
      for (let at = 0; at < count; at += 1) {
        wire.send(request("GET", bad[at % 2] ?? ""));
        statuses.push((await wire.answer()).status);
      }
      wire.abort();
      return statuses;
    };
    t.same(new Set(await askBad(30)), new Set([404]));
    clock.advance(20_000);
    t.same(new Set(await askBad(30)), new Set([404]));
    const [first, second] = [await ask(port, "GET", bad[0] ?? ""), await ask(port, "GET", bad[1] ?? "")];
    t.equal(first.status, 429);
    t.equal(first.headers.get("retry-after"), "40");
    t.same([second.fixedHead, second.body], [first.fixedHead, first.body], "the responses are the same in both cases");
    t.equal((await ask(port, "GET", statusPath)).body, "1", "correct requests from the address still succeed");
    t.equal((await ask(port, "POST", messagePath, bodyOf("kim", "hi"))).status, 200);
    clock.advance(39_999);
    t.equal((await ask(port, "GET", bad[0] ?? "")).status, 429);
    clock.advance(1);
    t.same(await askBad(31), [...Array.from({ length: 30 }, () => 404), 429]);
  },
);

t.test("the log names the request and contains no secret", async (t) => {
  const { port, log } = await startSurface(t);
  await ask(port, "GET", statusPath);
  const posted = await ask(port, "POST", messagePath, bodyOf("kim", "hello"));
  const refused = await ask(port, "POST", messagePath, "{}");
  const paths = [
    `/chat-api/${wrongRandom}/MOBILEAPP1`,
    `/chat-api/MOBILEAPP1/${random}`,
    `/chat-api/${random}/MOBILEAPP1/x?random=${random}`,
    `/${random}/MOBILEAPP1`,
    `/${random}`,
    `/x/${random}`,
  ];
  for (const path of paths) await ask(port, "GET", path);
  await ask(port, "PUT", messagePath);
  const text = JSON.stringify(log);
  t.notMatch(text, new RegExp(random));
  t.notMatch(text, new RegExp(wrongRandom));
  const lineOf = (id: string | undefined) => log.find((line) => line["requestId"] === id);
  t.match(lineOf(posted.headers.get("x-request-id")), {
    level: 30,
    method: "post",
    route: "/chat-api/:random/:publicId",
    status: 200,
    subject: "MOBILEAPP1",
    durationMs: Number,
  });
  t.match(lineOf(refused.headers.get("x-request-id")), { level: 40, status: 400, code: "invalid_request" });
  t.match(log[0], { level: 20, method: "get", status: 200 });
  t.equal(log.length, 3 + paths.length + 1);

  const quiet = await startSurface(t, "warn");
  for (const [method, path] of [
    ["GET", statusPath],
    ["POST", messagePath],
  ] as const)
    await ask(quiet.port, method, path, bodyOf("kim", "hello"));
  t.same(quiet.log, []);
});
