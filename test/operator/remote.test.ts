import t from "tap";
import { fieldOf } from "../../src/codec/json/json-values.ts";
import { endpointEvents, webhookEvents } from "../../src/codec/settings/webhook-events.ts";
import { readEnvironment } from "../../src/config/env.ts";
import { Facts } from "../../src/demo/cast/facts.ts";
import { openOwnersServer, signingSecret } from "../../src/demo/cast/owners-server.ts";
import type { Ending } from "../../src/demo/cast/peer.ts";
import type { OperatorCommand } from "../../src/operator/command.ts";
import { runCommand } from "../../src/operator/command.ts";
import { listen } from "../../src/operator/remote/listen.ts";
import { replay } from "../../src/operator/remote/replay.ts";
import { tail } from "../../src/operator/remote/tail.ts";
import { trigger } from "../../src/operator/remote/trigger.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { openFaultyLink } from "../harness/faulty-link.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { agents, bot, webhooks } from "../harness/service-config.ts";

t.setTimeout(60_000);

/** A command that runs in this process. */
function open<Flags extends object>(
  t: Ending,
  command: OperatorCommand<Flags>,
  argv: readonly string[],
  variables: Readonly<Record<string, string>> = {},
) {
  const lines: string[] = [];
  const facts = new Facts();
  const stop = new AbortController();
  t.teardown(() => stop.abort());
  const take = (line: string): void => {
    lines.push(line);
    facts.changed();
  };
  // It stands still, so that no answer is late on a busy machine.
  const clock = createManualClock();
  const terminal = { out: take, err: take, signal: stop.signal, clock };
  const status = runCommand(command, argv, readEnvironment(variables), terminal);
  return {
    lines,
    status,
    clock,
    until: (pattern: RegExp) =>
      facts.until(
        `a line ${pattern}`,
        () => lines.find((line) => pattern.test(line)),
        () => lines,
      ),
    /** Ctrl-C. Resolves with the exit status. */
    end() {
      stop.abort();
      return status;
    },
  };
}

async function keyOf(service: Service, ...scopes: readonly string[]): Promise<string> {
  const token = await service.app.sessions.open(agents.ada.id);
  const { body } = await service.call("POST", "/api/keys", { token, body: { name: "Own machine", scopes } });
  return String(fieldOf(body, "key"));
}

const startTold = (t: Ending): Promise<Service> => startService(t, { channels: { MOBILEAPP1: { webhooks } } });

async function accept(service: Service): Promise<void> {
  await service.call("POST", "/api/chats/1/accept", { token: await service.logIn("kim") });
  await service.settle();
}

t.test("tail prints each step, and ends with status 0 at Ctrl-C", async (t) => {
  const service = await startTold(t);
  const key = await keyOf(service, "inspect");
  const early = open(t, tail, ["chat/1/*"], { PARLEY_URL: service.url, PARLEY_KEY: key });
  t.equal(await early.status, 1);
  t.match(early.lines.at(-1), /existing actors: there is no chat\/1/);
  await service.say("7", "Hello");
  const watching = open(t, tail, ["chat/1/*"], { PARLEY_URL: service.url, PARLEY_KEY: key });
  await watching.until(/^Connected/);
  await accept(service);
  const line = await watching.until(/chat\.accept-requested/);
  t.match(
    line,
    /^\d\d:\d\d:\d\d\.\d{3} {2}chat\/1 {2}chat\.accept-requested {2}waiting -> with_agent {2}\[.*chat\.publish.*\]$/,
  );
  t.equal(await watching.end(), 0);
  t.notMatch(watching.lines.join("\n"), key, "the key is never printed");
});

t.test("listen prints each attempt, and forwards events signed as the service signs them", async (t) => {
  const service = await startTold(t);
  const receiver = await openOwnersServer(t);
  const flags = ["--url", service.url, "--key", await keyOf(service, "inspect", "deliveries")];
  const more = ["--forward", receiver.url, "--secret", signingSecret];
  const listening = open(t, listen, [...flags, ...more]);
  const elsewhere = open(t, listen, [...flags, "--channel", "OTHERAPP01"]);
  await Promise.all([listening.until(/^Connected/), elsewhere.until(/^Connected/)]);
  await service.say("7", "Hello");
  await accept(service);
  const [report] = service.reports;
  await listening.until(/chat_accepted .* forwarded: HTTP 200/);
  report?.answer({ httpStatus: 200 });
  t.match(await listening.until(/attempt 1/), new RegExp(`^chat_accepted  ${report?.deliveryId}  attempt 1: HTTP 200`));
  t.match(receiver.seen, [
    {
      id: report?.deliveryId,
      attempt: 1,
      event: "chat_accepted",
      isVerified: true,
      body: Buffer.from(report?.body ?? []).toString(),
    },
  ]);
  t.same([await listening.end(), await elsewhere.end()], [0, 0]);
  t.same(elsewhere.lines.length, 1, "other channels are left out");
});

t.test("listen prints and forwards agents' messages and events for a bot, each to its own address", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { webhooks, bot } } });
  const [customers, robot] = [await openOwnersServer(t), await openOwnersServer(t)];
  const flags = ["--url", service.url, "--key", await keyOf(service, "inspect", "deliveries")];
  const more = ["--forward-messages", customers.url, "--forward-bot", `${robot.url}?token={token}`];
  const listening = open(t, listen, [...flags, ...more, "--secret", signingSecret]);
  await listening.until(/^Connected/);
  await service.say("7", "Hello");
  t.match(await listening.until(/^CLIENT_MESSAGE .*\{/), /"event":"CLIENT_MESSAGE".*"text":"Hello"/);
  await listening.until(/^CLIENT_MESSAGE .* forwarded: HTTP 200/);
  await accept(service);
  const token = await service.logIn("kim");
  await service.call("POST", "/api/chats/1/messages", { token, body: { type: "text", text: "On its way." } });
  t.match(await listening.until(/^message .*\{/), /"sender":\{"name":"Kim"\},"recipient":\{"id":"7"\}.*"On its way\."/);
  await listening.until(/^message .* forwarded: HTTP 200/);
  t.same(
    [customers, robot].map(({ seen }) => seen.map(({ isVerified }) => isVerified)),
    [[true], [true]],
  );
  t.equal(await listening.end(), 0);
});

t.test("a lost connection comes back, and no step comes twice", async (t) => {
  const service = await startTold(t);
  const link = await openFaultyLink(t, service.url);
  await service.say("7", "Hello");
  const watching = open(t, tail, ["chat/1/*", "--url", link.url, "--key", await keyOf(service, "inspect")]);
  await watching.until(/^Connected/);
  await service.say("7", "Is anybody there?");
  await watching.until(/message\.received/);
  link.strike({ type: "reset" });
  await watching.until(/^The connection was lost/);
  watching.clock.advance(1_000);
  await watching.until(/^Connected again/);
  await accept(service);
  await watching.until(/chat\.accept-requested/);
  t.equal(await watching.end(), 0);
  const steps = watching.lines.filter((line) => line.includes("  chat/1  ")).map((line) => line.split("  ")[2]);
  t.same(steps, ["message.received", "chat.accept-requested"]);
});

t.test("replay sends ended deliveries again, and says why it cannot", async (t) => {
  const service = await startTold(t);
  await service.say("7", "Hello");
  await accept(service);
  const id = service.reports[0]?.deliveryId ?? "";
  const flags = ["--url", service.url, "--key", await keyOf(service, "deliveries")];
  const early = open(t, replay, [id, ...flags]);
  t.equal(await early.status, 1);
  t.match(early.lines, [/409 The delivery is attempting; it can be replayed after/, /1 of 1 were not sent again/]);
  service.reports[0]?.answer({ httpStatus: 200 });
  await service.settle();
  const late = open(t, replay, [id, ...flags]);
  t.equal(await late.status, 0, late.lines.join("\n"));
  await service.settle();
  t.match(service.reports[1], { deliveryId: id, attempt: 2 });
});

t.test("trigger sends each example to an endpoint, and prints what the service would make of the answer", async (t) => {
  const receiver = await openOwnersServer(t, ({ event }) => (event === "call_event" ? { status: 500 } : undefined));
  const help = open(t, trigger, ["--help"]);
  await help.status;
  const names = / Examples: (.*?)\./s.exec(help.lines.join(" ").replace(/\s+/g, " "))?.[1]?.split(", ") ?? [];
  t.equal(names.length, webhookEvents.length + endpointEvents.length + 11, names.join());
  for (const name of names) {
    const { status, lines } = open(t, trigger, [name, "--to", receiver.url, "--secret", signingSecret]);
    // The address of a bot ends with its token, which is another address.
    const isWell = name !== "call_event" && !/^[A-Z]/.test(name);
    t.equal(await status, isWell ? 0 : 1, lines.join("\n"));
    t.match(lines, [/^POST http/, isWell ? /^delivered: HTTP 200/ : /answered HTTP (500|404)/]);
  }
  t.same(
    receiver.seen.filter(({ isVerified }) => !isVerified),
    [],
  );
});

t.test("each command names the scope that is missing, and a service that is not there", async (t) => {
  const service = await startTold(t);
  const key = await keyOf(service, "chats:read");
  const id = "0".repeat(26);
  for (const [command, argv, scope] of [
    [tail, [], "inspect"],
    [listen, [], "inspect"],
    [replay, [id], "deliveries"],
  ] as const) {
    const refused = open(t, command as OperatorCommand<object>, [...argv, "--url", service.url, "--key", key]);
    t.equal(await refused.status, 1);
    t.match(refused.lines[0], new RegExp(`403 The API key does not have the scope .*${scope}`));
    const lost = open(t, command as OperatorCommand<object>, [...argv, "--url", "http://127.0.0.1:9", "--key", key]);
    t.equal(await lost.status, 1);
    t.match(lost.lines[0], /The service at http:\/\/127\.0\.0\.1:9 cannot be reached: \w+/);
    t.notMatch([...refused.lines, ...lost.lines].join("\n"), key, "the key is never printed");
  }
});

t.test("each mistake in a command is one line, and no secret is repeated", async (t) => {
  const key = ["--key", "pk_0123456789"];
  const rows: readonly (readonly [OperatorCommand<object>, readonly string[], RegExp])[] = [
    [tail as OperatorCommand<object>, ["chat"], /^address: .*watch must contain/],
    [tail as OperatorCommand<object>, ["--url", "localhost:8080"], /^--url: "localhost:8080" is not allowed/],
    [listen as OperatorCommand<object>, ["now"], /^argument: "now" is not allowed; expected flags only/],
    [listen as OperatorCommand<object>, ["--forward", "3000"], /^--forward: "3000" is not allowed/],
    [listen as OperatorCommand<object>, ["--secret", "s3cret"], /^--secret: no signing secret; expected "whsec_"/],
    [replay as OperatorCommand<object>, [], /^id: missing; expected the ids of deliveries/],
    [replay as OperatorCommand<object>, ["17"], /^id: "17" is not allowed/],
    [
      trigger as OperatorCommand<object>,
      ["--to", "http://127.0.0.1:9"],
      /^example: missing; expected one of call_event/,
    ],
    [
      trigger as OperatorCommand<object>,
      ["chat_lost", "--to", "http://127.0.0.1:9"],
      /^example: "chat_lost" is not allowed/,
    ],
    [trigger as OperatorCommand<object>, ["text"], /^--to: missing; expected an http or https URL/],
  ];
  for (const [command, argv, line] of rows) {
    const { status, lines } = open(t, command, [...argv, ...(command === trigger ? [] : key)]);
    t.equal(await status, 2, argv.join(" "));
    t.match(lines, [line], argv.join(" "));
    t.equal(lines.length, 1);
  }
  const keyless = open(t, tail, []);
  t.equal(await keyless.status, 2);
  t.match(keyless.lines, [/^--key: missing, and PARLEY_KEY is not set; expected an API key/]);
  const wrong = open(t, tail, ["--key", "session-token-of-kim"]);
  await wrong.status;
  t.same(wrong.lines, ["--key: no API key; expected an API key, which begins with pk_"]);
});
