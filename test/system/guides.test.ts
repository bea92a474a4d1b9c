import { readFileSync } from "node:fs";
import t from "tap";
import { passed } from "../../src/demo/time.ts";
import { openReader, readBlocks, sourceIn } from "./harness/guide-reader.ts";

/** The lines of an example, without its empty lines. */
const linesOf = (name: string): readonly string[] =>
  readFileSync(`examples/node/${name}.mjs`, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "");

t.test("[CH-10] the customer system of the guide has about 20 lines and runs as pasted, both ways", async (t) => {
  const [config = "", start = "", startSystem = "", agent = ""] = await readBlocks("customer-systems");
  const lines = linesOf("customer-system");
  t.ok(lines.length > 10 && lines.length <= 22, `${lines.length} lines`);

  const { open, has, servicePort } = await openReader(t, "/tmp/parley-example", ["8081", "9090"]);
  await open(config).ended;
  const service = open(start);
  const system = open(startSystem);
  await has(service, `parley ready http://127.0.0.1:${servicePort}`);
  system.child.stdin.write("Is my order ready?\n");
  await has(system, '200 {"result":"ok"}');

  const kim = open(agent);
  await has(system, "Kim (typein)");
  await has(system, "Kim: Hello Ann");
  await kim.ended;
  const [accepted, , replied] = kim.output.trim().split("\n");
  t.match(JSON.parse(accepted ?? ""), { chat: { id: "1", state: "with_agent", client: { id: "7", name: "Ann" } } });
  t.match(JSON.parse(replied ?? ""), { message: { text: "Hello Ann", delivery: { id: String } } });
});

t.test("[BOT-05, BOT-06] the bot of the guide has about 20 lines and runs as pasted, both ways", async (t) => {
  const [config = "", starts = "", talk = ""] = await readBlocks("bots");
  const lines = linesOf("bot");
  t.ok(lines.length > 10 && lines.length <= 22, `${lines.length} lines`);

  const { open, has, servicePort } = await openReader(t, "/tmp/parley-bot", ["8082", "9091", "9099"]);
  await open(config).ended;
  const [service, bot, customer] = starts.trim().split("\n").map(open);
  if (service === undefined || bot === undefined || customer === undefined)
    throw new Error("Expected a line for each of three terminals.");
  await has(service, `parley ready http://127.0.0.1:${servicePort}`);

  const talking = open(talk);
  const events = ["CLIENT_MESSAGE Hello", "CLIENT_MESSAGE A human, please", "AGENT_UNAVAILABLE", "AGENT_JOINED"];
  const texts = [
    "You wrote: Hello",
    "Nobody is free. Leave your e-mail, please.",
    "More? Write yes or no.",
    "Prices: https://shop.example",
  ].map((text) => `Rivet: ${text}`);
  for (const line of events) await has(bot, line);
  for (const line of texts) await has(customer, line);
  await talking.ended;
  t.equal(bot.output.trim().split("\n").length, events.length, bot.output);
  t.equal(customer.output.trim().split("\n").length, texts.length, customer.output);
  const said = talking.output.trim().split("\n");
  t.same(said.slice(0, 4), Array(4).fill('{"result":"ok"}'));
  t.match(JSON.parse(said[4] ?? ""), { chat: { state: "with_agent" } });
  t.match(said[5], /other-bots/);
});

t.test("[WH-24, WH-39, WH-40] the receiver of the guide has about 30 lines and works as pasted", async (t) => {
  const [config = "", starts = "", talk = ""] = await readBlocks("webhooks");
  const lines = linesOf("receiver");
  t.ok(lines.length > 10 && lines.length <= 30, `${lines.length} lines`);

  const { open, has, servicePort } = await openReader(t, "/tmp/parley-crm", ["8083", "9092"]);
  await open(config).ended;
  const [service, crm] = starts.trim().split("\n").map(open);
  if (service === undefined || crm === undefined) throw new Error("Expected a line for each of two terminals.");
  await has(service, `parley ready http://127.0.0.1:${servicePort}`);

  const talking = open(talk);
  for (const line of [
    "chat_accepted of Ann",
    "chat_updated of Ann",
    "chat_assigned of Ann https://crm.example/cards/551",
    "chat_finished of Ann 1",
  ])
    await has(crm, line);
  await talking.ended;
  const said = talking.output.trim().split("\n");
  t.same(crm.output.trim().split("\n").length, 4, crm.output);
  t.match(JSON.parse(said[2] ?? ""), {
    chat: {
      customData: [{ title: "Orders", content: "3 open" }],
      crmLink: "https://crm.example/cards/551",
      canAssign: true,
    },
  });
  t.match(JSON.parse(said[4] ?? ""), { chat: { state: "closed", canAssign: false } });
  t.equal(JSON.parse(said[5] ?? "").deliveries.length, 4);
  t.same(JSON.parse(said[6] ?? ""), { replayed: 0, cursor: null });
});

t.test("the receiver of the guide follows every rule that the example of the conformance page tries", async (t) => {
  const [start = "", example = ""] = await readBlocks("conformance");
  const { open, peerPort } = await openReader(t, "/tmp/parley-crm", ["8083", "9092"]);
  const receiver = open(start);
  const isThere = (): Promise<boolean> =>
    fetch(`http://127.0.0.1:${peerPort}/`, { method: "POST", body: "{}" }).then(
      () => true,
      () => false,
    );
  while (!(await isThere())) {
    if (receiver.child.exitCode !== null) throw new Error(`Expected a receiver, got ${receiver.output}`);
    await passed(50);
  }
  const tried = open(example);
  await tried.ended;
  t.match(tried.output, /^receiver: \d+ passed, 0 failed, 0 not tried\.$/m);
});

t.test("[CALL-06, CALL-07] the gateway of the guide has at most 20 lines and works as pasted", async (t) => {
  const [program = "", config = "", starts = "", talk = ""] = await readBlocks("calls");
  const lines = sourceIn(program);
  t.ok(lines.length > 10 && lines.length <= 20, `${lines.length} lines`);

  const { open, has, servicePort } = await openReader(t, "/tmp/parley-calls", ["8086", "9095"]);
  await open(program).ended;
  await open(config).ended;
  const [service, gateway] = starts.trim().split("\n").map(open);
  if (service === undefined || gateway === undefined) throw new Error("Expected a line for each of two terminals.");
  await has(service, `parley ready http://127.0.0.1:${servicePort}`);
  const talking = open(talk);
  await has(gateway, "end 200");
  await talking.ended;
  const reports = ["agent_connected 200", "client_connected 200", "end 200"];
  t.same(gateway.output.trim().split("\n"), ["outgoing: Kim at +442079460100 and +442079460181", ...reports]);
  const [, , called, log] = talking.output.trim().split("\n");
  t.match(JSON.parse(called ?? ""), { chat: { call: { type: "outgoing", phone: "+442079460181" } } });
  t.match(JSON.parse(log ?? "").messages.at(-1)?.text, /\+442079460181/);
});

t.test("the programs of the desk's guide work as pasted", async (t) => {
  const [start = "", given = "", talk = ""] = await readBlocks("desk");
  const { open, has, servicePort } = await openReader(t, "/tmp/parley-desk", ["8085", "9094"]);
  const service = open(start);
  await has(service, `parley ready http://127.0.0.1:${servicePort}`);
  const printed = (name: string): string => new RegExp(`${name} +(\\S+)`).exec(service.output)?.[1] ?? "";
  const quoted = given
    .replace("the endpoint URL", printed("Endpoint URL"))
    .replace("your password", printed("Password"));
  const agent = open([quoted, talk].join("\n"));
  await agent.ended;
  const [, accepted, noted, replied, closed, reopened, conversation] = agent.output.trim().split("\n");
  t.match(JSON.parse(accepted ?? ""), { chat: { state: "with_agent", client: { name: "Ben" } } });
  t.match(JSON.parse(noted ?? ""), { message: { text: "The workshop says yes" } });
  t.match(JSON.parse(replied ?? ""), { message: { text: "Yes, it is ready", delivery: { id: String } } });
  t.match(JSON.parse(closed ?? ""), { chat: { state: "closed" } });
  t.match(JSON.parse(reopened ?? ""), { chat: { state: "with_agent" } });
  const said = JSON.parse(conversation ?? "").messages.map(({ text }: { text: string | null }) => text);
  for (const text of ["Is my bike ready?", "The workshop says yes", "Yes, it is ready"])
    t.ok(said.includes(text), text);
});
