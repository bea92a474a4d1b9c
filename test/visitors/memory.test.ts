import t from "tap";
import { startService } from "../harness/service.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { asWidget } from "./visitor-channel.ts";

t.test("visitors without a chat leave memory with their commit, and are known when they come back", async (t) => {
  const service = await startService(t, { channels: asWidget() });
  const before = service.app.runtime.registry.counts().conversations;
  const { page, ready } = await enterVisitor(t, service);
  t.equal((await page.ask({ type: "contact", name: "Ann" })).type, "done");
  await service.settle();
  t.equal(service.app.runtime.registry.counts().conversations, before);
  t.equal((await page.ask({ type: "message", text: "Hello" })).type, "done");
  await service.settle();
  t.equal(service.app.runtime.registry.counts().conversations, before + 1, "who has a chat stays");
  const again = await enterVisitor(t, service, { visitor: ready.visitor });
  t.match(again.ready, { number: ready.number, contact: { name: "Ann" }, chat: { id: "1" } });
});
