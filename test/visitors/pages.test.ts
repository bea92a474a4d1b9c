import t from "tap";
import { startService } from "../harness/service.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { asWidget } from "./visitor-channel.ts";

t.test("the contacts that one page sets are sent to the visitor's other pages, and to no other visitor", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const { page, ready } = await enterVisitor(t, service);
  const other = await enterVisitor(t, service, { visitor: ready.visitor });
  const stranger = await enterVisitor(t, service);
  t.equal((await page.ask({ type: "contact", name: " Ann ", phone: "" })).type, "done");
  t.strictSame(await other.page.until(({ type }) => type === "contact"), {
    type: "contact",
    contact: { name: "Ann", phone: null },
  });
  for (const { page: silent } of [{ page }, stranger]) {
    await silent.ask({ type: "beat" });
    t.notOk(silent.frames.some(({ type }) => type === "contact"));
  }
});

t.test("visitors without a chat leave the memory after their commit, and are known when they return", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const before = service.app.runtime.registry.counts().conversations;
  const { page, ready } = await enterVisitor(t, service);
  t.equal((await page.ask({ type: "contact", name: "Ann" })).type, "done");
  await service.settle();
  t.equal(service.app.runtime.registry.counts().conversations, before);
  t.equal((await page.ask({ type: "message", text: "Hello" })).type, "done");
  await service.settle();
  t.equal(service.app.runtime.registry.counts().conversations, before + 1, "a visitor with a chat stays in memory");
  const again = await enterVisitor(t, service, { visitor: ready.visitor });
  t.match(again.ready, { number: ready.number, contact: { name: "Ann" }, chat: { id: "1" } });
});
