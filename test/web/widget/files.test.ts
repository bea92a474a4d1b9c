import t from "tap";
import { step } from "../../visitors/visitor-channel.ts";
import { startWorld } from "./world.ts";

const photo = (name = "photo.png", bytes = 7): File => new File([new Uint8Array(bytes)], name, { type: "image/png" });

t.test("a file is shown while it is being sent, and becomes one message in its order", async (t) => {
  const world = await startWorld(t);
  const kim = await world.service.enter("kim");
  const page = await world.load();
  page.actions.send("Before");
  page.actions.sendFile(photo());
  page.actions.send("Behind");
  await world.settle();
  const blob = page.drawn.flatMap(({ lines }) => lines).find(({ file }) => file !== null)?.file?.blob;
  t.equal(blob?.size, 7);
  await world.until(() => page.texts().every((text) => !text.endsWith("…")), "sent");
  t.match(page.model().lines, [
    { text: "Before", seq: 1 },
    { type: "photo", seq: 2, file: { name: "photo.png", bytes: 7, url: /\/files\// } },
    { text: "Behind", seq: 3 },
  ]);
  t.equal(page.model().lines[1]?.file?.blob, blob, "the same picture stays shown");
  await kim.until(({ message }) => message?.text === "Behind");
});

t.test("a file whose answer is lost is sent again but stored once", async (t) => {
  const world = await startWorld(t);
  const page = await world.load();
  const asked: string[] = [];
  page.fetch = async (url, request) => {
    asked.push(new URL(url).searchParams.get("id") ?? "");
    const response = await fetch(url, request);
    if (asked.length < 3) throw new TypeError("The network is gone");
    return response;
  };
  page.wire().fault = "deaf";
  page.actions.sendFile(photo());
  page.actions.send("Behind");
  await world.until(() => asked.length === 3, "sent three times");
  page.wire().cut();
  await world.until(() => page.texts().every((text) => !text.endsWith("…")), "sent");
  t.strictSame(page.texts(), ["photo.png", "Behind"]);
  t.strictSame([asked.length, new Set(asked).size], [3, 1]);
});

t.test("a connection that never answers a file is closed, and the file is sent over another connection", async (t) => {
  const world = await startWorld(t);
  const page = await world.load();
  let isAborted = false;
  page.swallows = true;
  page.fetch = (_url, request) =>
    new Promise((_, reject) => {
      request.signal?.addEventListener("abort", () => {
        isAborted = true;
        page.fetch = null;
        page.swallows = false;
        reject(new DOMException("Aborted", "AbortError"));
      });
    });
  page.actions.sendFile(photo());
  await world.pass(30_000);
  t.notOk(isAborted);
  await world.pass(3_000);
  t.ok(isAborted);
  await world.until(() => page.texts()[0] === "photo.png", "sent");
});

t.test("a file that is too big fails at once, with a reason that the widget can show", async (t) => {
  const world = await startWorld(t, { limits: { uploadBytesMax: 100 } });
  const page = await world.load();
  t.equal(page.model().fileBytesMax, 100);
  page.actions.sendFile(photo("big.png", 101));
  page.actions.send("Behind");
  await world.settle();
  t.strictSame(page.texts(), ["Behind", "big.png!"]);
  const [, big] = page.model().lines;
  t.equal(big?.reason, "too_big");
  page.actions.retry(big?.key ?? "");
  await world.settle();
  t.strictSame(page.texts(), ["Behind", "big.png!"]);
  page.actions.discard(big?.key ?? "");
  await world.settle();
  t.strictSame(page.texts(), ["Behind"]);
});

t.test("a file that is rejected permanently fails, and a file that is rejected temporarily waits", async (t) => {
  const world = await startWorld(t);
  const page = await world.load();
  const answers = [
    new Response('{"error":{"message":"Later."}}', { status: 429, headers: { "retry-after": "3" } }),
    new Response('{"error":{"message":"Broken."}}', { status: 500 }),
    new Response('{"error":{"message":"Field name is missing."}}', { status: 400 }),
    new Response('{"error":{"message":"Tomorrow."}}', { status: 429, headers: { "retry-after": "60" } }),
  ];
  const atMs: number[] = [];
  page.fetch = async () => {
    atMs.push(world.clock.nowMs());
    return answers.shift() ?? Response.error();
  };
  page.actions.sendFile(photo());
  await world.until(() => page.texts()[0] === "photo.png!", "refused");
  t.strictSame(
    atMs.map((at) => at - (atMs[0] ?? 0)),
    [0, 3_000, 8_000],
  );
  t.equal(page.model().lines[0]?.reason, "Field name is missing.");
  page.actions.sendFile(photo("day.png"));
  await world.until(() => page.texts()[1] === "day.png!", "rejected for a long time");
  t.equal(page.model().lines[1]?.reason, "lost", "the widget has a text for this reason");
});

t.test("[WJ-25] a file may answer an invitation", async (t) => {
  const world = await startWorld(t);
  const kim = await world.service.enter("kim");
  const page = await world.load();
  page.command({ type: "invitation", text: "Show us!", departmentId: null });
  page.actions.sendFile(photo());
  await world.until(() => page.texts()[0] === "photo.png", "sent");
  t.equal(page.fired("svc_onMessageSent").length, 1);
  t.equal(page.model().invitation, null);
  await step(world.service, "accept");
  t.strictSame(
    kim.frames
      .filter(({ type }) => type === "message")
      .map(({ message }) => message.type)
      .slice(0, 2),
    ["invitation", "photo"],
  );
});

t.test("[WJ-25] a long name and a long invitation in any script do not make the file's address too long", async (t) => {
  const world = await startWorld(t);
  const page = await world.load();
  page.command({ type: "invitation", text: "いらっしゃいませ。".repeat(100), departmentId: null });
  page.actions.sendFile(photo(`${"写真".repeat(120)}.png`));
  page.actions.send("Behind");
  await world.until(() => page.texts().every((text) => !text.endsWith("…")), "sent");
  t.match(page.model().lines, [
    { type: "photo", seq: 2, file: { name: /写真\.png$/ } },
    { text: "Behind", seq: 3 },
  ]);
});
