import t from "tap";
import { deliveryAddress } from "../../machines/tells.ts";
import { asDeliveryId } from "../../src/core/ids.ts";
import { createDamagedStore } from "../harness/damaged-store.ts";
import { openDesk } from "../harness/desk-client.ts";
import { startService } from "../harness/service.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { asWidget } from "../visitors/visitor-channel.ts";
import { chatOf } from "./chat-of.ts";

t.test("a desk that reconnects gets everything except the rows that a disk has damaged", async (t) => {
  const { store, damage } = createDamagedStore();
  const service = await startService(t, { store });
  for (const sender of ["ann", "bob"])
    for (const text of ["one", "two"]) await service.say(sender, `${sender} ${text}`);
  await service.settle();
  const last = service.app.runtime.feed.cursor;
  damage("message", [1, 1]);
  const token = await service.logIn("kim");
  const desk = await openDesk(t, service.url);
  desk.send({ type: "hello", token, since: 0 });
  await desk.until((frame) => frame.cursor === last);
  t.strictSame(
    desk.frames.filter(({ type }) => type === "message").map(({ message }) => message.text),
    ["ann two", "bob one", "bob two"],
  );
  await service.say("bob", "three");
  await desk.until((frame) => frame.type === "message" && frame.message.text === "three");

  damage("feed", [1]);
  const other = await openDesk(t, service.url);
  other.send({ type: "hello", token, since: 0 });
  await other.until((frame) => frame.type === "resync");
  t.notOk(
    other.frames.some(({ type }) => type === "message"),
    "the damaged entry is unknown, so the desk reads everything again",
  );
});

t.test("a visitor who reconnects gets every message except the damaged one", async (t) => {
  const { store, damage } = createDamagedStore();
  const service = await startService(t, { store, channels: asWidget() });
  const { page, ready } = await enterVisitor(t, service);
  for (const text of ["one", "two", "three"]) await page.ask({ type: "message", text });
  page.socket.terminate();
  damage("message", [1, 2]);
  const { page: again } = await enterVisitor(t, service, { visitor: ready.visitor });
  await again.until((frame) => frame.type === "message" && frame.message.text === "three");
  t.strictSame(again.texts(), ["one", "three"]);
});

t.test("a list of deliveries has all except the damaged one; a request for that one reports the damage", async (t) => {
  const { store, damage } = createDamagedStore();
  const service = await startService(t, { store });
  const { token, reply } = await chatOf(service, "kim");
  const ids: string[] = [];
  for (const text of ["one", "two", "three"]) {
    ids.unshift((await reply(text)).body.message.delivery?.id ?? "");
    service.clock.advance(1);
  }
  await service.settle();
  const [newest = "", second = "", oldest = ""] = ids;
  damage("actor", [deliveryAddress(asDeliveryId(second))]);
  for (const query of ["", "?chat=1", "?client=1"]) {
    const { status, body } = await service.call("GET", `/api/deliveries${query}`, { token });
    t.strictSame([status, body.deliveries?.map(({ id }: { id: string }) => id)], [200, [newest, oldest]], query);
  }
  t.match(await service.call("GET", `/api/deliveries/${second}`, { token }), { status: 500 });
});
