import t from "tap";
import type { Store } from "../../src/ports/store.ts";
import { StoreAwayError } from "../../src/ports/store-errors.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import { startService } from "../harness/service.ts";
import { openVisitor } from "../harness/visitor-client.ts";
import { asWidget } from "./visitor-channel.ts";

t.test("a database that is away is one line of the log, however many pages and requests meet it", async (t) => {
  let isAway = true;
  const inner = createMemoryStore();
  const read: Store["read"] = async (table, key) => {
    if (isAway && table === "client") throw new StoreAwayError("away");
    return inner.read(table, key);
  };
  const store = { ...inner, read };
  const service = await startService(t, { store, channels: asWidget() });
  const linesOf = (text: RegExp) => service.logLines.filter(({ msg }) => text.test(String(msg)));
  const comeBack = async (): Promise<void> => {
    const page = await openVisitor(t, service);
    page.send({
      type: "hello",
      widget: "MOBILEAPP1",
      visitor: "x".repeat(43),
      page: { url: "https://shop.example.com/" },
    });
    await page.closed;
  };
  for (let page = 0; page < 20; page += 1) await comeBack();
  t.match(linesOf(/database cannot be reached/), [{ level: 40, route: "/ws/widget", reason: "away" }]);
  t.equal(linesOf(/database cannot be reached/).length, 1);
  t.strictSame(linesOf(/handler failed/), []);
  service.clock.advance(10_000);
  t.match(linesOf(/unreachable database left out/), [{ lines: 19 }]);
  await comeBack();
  t.equal(linesOf(/database cannot be reached/).length, 1, "the same outage");
  service.clock.advance(20_000);
  await comeBack();
  t.equal(linesOf(/database cannot be reached/).length, 2, "the next one");
  isAway = false;
});
