import t from "tap";
import { change, step, widget } from "../../visitors/visitor-channel.ts";
import { startWorld } from "./world.ts";

t.test(
  "a page reconnects after growing pauses of at most 20 s plus half, and at once when the network returns",
  async (t) => {
    const world = await startWorld(t);
    const page = await world.load();
    page.net = "down";
    page.wire().cut();
    await world.settle();
    t.equal(page.model().link, "lost");
    const triesAt: number[] = [];
    const startMs = world.clock.nowMs();
    for (let passed = 0; passed < 120_000; passed += 500) {
      const before = page.wires.length;
      await world.pass(500);
      if (page.wires.length > before) triesAt.push(world.clock.nowMs() - startMs);
    }
    const pauses = triesAt.map((at, index) => at - (triesAt[index - 1] ?? 0));
    t.strictSame(pauses, [500, 1_000, 2_000, 4_000, 8_000, 16_000, 20_000, 20_000, 20_000, 20_000]);
    page.net = "up";
    page.happens("return");
    await world.settle();
    t.equal(page.model().link, "live");
    page.wire().cut();
    await world.pass(500);
    t.equal(page.model().link, "live", "the pauses start from the shortest again");
  },
);

t.test("a socket that does not open, or receives no ready frame, is closed after 10 s", async (t) => {
  const world = await startWorld(t);
  const page = await world.load();
  page.net = "stuck";
  page.wire().cut();
  await world.pass(500);
  page.net = "up";
  await world.pass(9_500);
  t.equal(page.wires.length, 2);
  await world.pass(500);
  await world.pass(1_000);
  t.equal(page.wires.length, 3);
  t.equal(page.model().link, "live");
});

for (const fault of ["mute", "deaf", "dead"] as const)
  t.test(`a ${fault} connection is detected after 25 s, or after 5 s when the tab becomes visible`, async (t) => {
    const world = await startWorld(t);
    const page = await world.load();
    await world.pass(19_500);
    t.equal(page.sent("beat").length, 0);
    await world.pass(500);
    t.equal(page.sent("beat").length, 1);
    await world.pass(20_000);
    t.equal(page.wires.length, 1, "one answered heartbeat keeps the connection");
    page.wire().fault = fault;
    await world.pass(24_500);
    t.equal(page.model().link, "live");
    await world.pass(500);
    t.equal(page.model().link, "lost");
    await world.pass(500);
    t.equal(page.model().link, "live");
    page.wire().fault = fault;
    page.happens("return");
    await world.pass(5_000);
    t.equal(page.model().link, "lost");
  });

t.test(
  "frames that arrive while a request is unanswered do not prove that the service receives the page's frames",
  async (t) => {
    const world = await startWorld(t);
    await world.service.enter("kim");
    const page = await world.load();
    page.actions.send("Hello");
    await world.settle();
    await step(world.service, "accept");
    page.wire().fault = "mute";
    page.actions.send("Are you there?");
    for (let seconds = 0; seconds < 28; seconds += 4) {
      await step(world.service, "messages", { type: "text", text: `${seconds}` });
      await world.pass(4_000);
    }
    t.equal(page.wires.length, 1);
    t.match(page.texts().at(-1), "Are you there?…", "the message is still being sent, it has not failed");
    await world.pass(4_000);
    t.equal(page.wires.length, 2);
    t.equal(page.model().lines.filter(({ text, state }) => text === "Are you there?" && state === "sent").length, 1);
  },
);

t.test("a page that is refused permanently does not reconnect, and the mode is offline", async (t) => {
  const world = await startWorld(t);
  await world.service.enter("kim");
  const page = await world.load();
  t.equal(page.facts.mode, "online");
  await change(world.service, { widget: { ...widget, allowedOrigins: ["https://other.example.com"] } });
  await world.settle();
  t.match(page.model(), { link: "refused", mode: "offline" });
  t.equal(page.facts.mode, "offline");
  page.happens("return");
  await world.pass(60_000);
  t.equal(page.wires.length, 1);
});

t.test("a frame that the service refuses fails alone: the page reconnects, and the chat goes on", async (t) => {
  const world = await startWorld(t);
  await world.service.enter("kim");
  const page = await world.load();
  for (const code of [4400, 1009]) {
    page.break("mute");
    page.actions.send(`Bad ${code}`);
    page.wire().cut(code);
    t.same(page.texts().slice(-1), [`Bad ${code}!`], "the visitor sees that it failed");
    await world.pass(500);
    t.match(page.model(), { link: "live", mode: "online" });
  }
  page.actions.send("Good");
  await world.settle();
  t.same(page.texts(), ["Good", "Bad 4400!", "Bad 1009!"]);
  page.wire().cut(4404);
  await world.pass(60_000);
  t.equal(page.wires.length, 3, "a refused widget does not reconnect");
});

t.test("a page whose widget is switched off reconnects slowly and is offline meanwhile", async (t) => {
  const world = await startWorld(t);
  await world.service.enter("kim");
  const page = await world.load();
  await change(world.service, { enabled: false });
  await world.settle();
  t.match(page.model(), { link: "lost", mode: "offline" });
  page.happens("return");
  await world.pass(19_500);
  t.equal(page.wires.length, 1);
  await change(world.service, { enabled: true });
  await world.pass(500);
  t.match(page.model(), { link: "live", mode: "online" });
});

t.test("a page that is over the limits reconnects slowly", async (t) => {
  const world = await startWorld(t);
  const page = await world.load();
  page.wire().cut(1013);
  await world.pass(19_500);
  t.equal(page.wires.length, 1);
  await world.pass(500);
  t.equal(page.model().link, "live");
});

t.test("frames from a closed connection are ignored", async (t) => {
  const world = await startWorld(t);
  const page = await world.load();
  const { socket } = page.wire();
  page.wire().fault = "dead";
  page.happens("return");
  await world.pass(5_000);
  socket.onmessage?.({ data: '{"type":"callback","callback":"Late"}' } as MessageEvent<string>);
  await world.pass(1_000);
  t.equal(page.model().link, "live");
  socket.onmessage?.({ data: '{"type":"callback","callback":"Late"}' } as MessageEvent<string>);
  t.equal(page.facts.callback, null);
  socket.onclose?.({ code: 4404 } as CloseEvent);
  t.equal(page.model().link, "live");
});

t.test("data that is not a valid frame is ignored", async (t) => {
  const world = await startWorld(t);
  const page = await world.load();
  const { socket } = page.wire();
  const before = page.model();
  for (const data of ["", "{", "null", "7", "[]", '{"type":"news"}', '{"type":"toString"}', '{"type":"done","id":"x"}'])
    socket.onmessage?.({ data } as MessageEvent<string>);
  page.actions.send("Hello");
  await world.settle();
  t.strictSame({ ...page.model(), lines: [], chat: null }, { ...before, isChatting: true, state: "chat/min" });
  t.strictSame(page.texts(), ["Hello"]);
});

t.test(
  "a widget that is removed while it connects closes its socket after the open event, without sending a frame",
  async (t) => {
    const world = await startWorld(t);
    const page = await world.load();
    page.wire().cut();
    world.clock.advance(500);
    t.equal(page.wires.length, 2);
    page.widget.stop();
    t.equal(page.wire().socket.readyState, 0, "a socket that is closed while it opens causes a browser warning");
    await page.wire().flush();
    t.same(page.wire().sent, []);
    t.not(page.wire().socket.readyState, 1, "the socket opened and was closed again");
  },
);

t.test("a removed widget leaves no timers, listeners or sockets", async (t) => {
  const world = await startWorld(t);
  const page = await world.load();
  page.actions.send("Hello");
  page.actions.type("And");
  page.widget.stop();
  const drawn = page.drawn.length;
  page.happens("return");
  page.happens("address");
  await world.pass(60_000);
  t.equal(page.wires.length, 1);
  t.equal(page.drawn.length, drawn);
});
