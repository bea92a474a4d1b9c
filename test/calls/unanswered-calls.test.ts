import t from "tap";
import { chatAddress } from "../../machines/tells.ts";
import { asChatId } from "../../src/core/ids.ts";
import { readChat } from "../../src/domain/chat/queries/chat-queries.ts";
import { bytesOf } from "../files/upload-parts.ts";
import { temporaryFolder } from "../harness/temporary-folder.ts";
import { enterVisitor } from "../harness/visitor-client.ts";
import { sendFile } from "../visitors/visitor-file.ts";
import { phone, startCalls } from "./call-service.ts";

const dayMs = 24 * 60 * 60_000;
const one = asChatId("1");
const limits = { unansweredFilesMax: 1, waitingKeptDays: 2, unansweredKeptDays: 3 };

/** A service with one visitor who asked for a call. `stateAfter` returns the state of the chat after a number of days. */
async function setUp(t: Parameters<typeof startCalls>[0], isAnybodyThere: boolean) {
  const calls = await startCalls(t, {
    folder: temporaryFolder(t),
    limits,
    channels: { MOBILEAPP1: { webhooks: null } },
  });
  const { service } = calls;
  const kim = isAnybodyThere ? await service.enter("kim") : null;
  const { page, ready } = await enterVisitor(t, service);
  const { visitor } = ready;
  await page.ask({ type: "call", phone });
  await service.settle();
  const stateAfter = async (days: number): Promise<string | undefined> => {
    kim?.vanish();
    for (let day = 0; day < days; day += 1) {
      service.clock.advance(dayMs);
      for (let round = 0; round < 60; round += 1) await service.settle();
    }
    return (await readChat(service.store, one))?.state;
  };
  const send = async (id: string) => (await sendFile(service, bytesOf(10), { visitor, id })).status;
  return { ...calls, page, visitor, send, stateAfter };
}

t.test(
  "[CALL-08] a callback that reached nobody is no answer: the chat is closed and deleted after its days",
  async (t) => {
    const { service, stateAfter } = await setUp(t, false);
    t.match((await readChat(service.store, one))?.context.visit, { waitingSinceMs: null, call: { status: "error" } });
    t.strictSame(service.calls, [], "the gateway got no request");
    t.equal(await stateAfter(1), "waiting");
    t.equal(await stateAfter(2), "closed");
    t.equal(await stateAfter(4), undefined);
    t.equal(await service.store.read("actor", [chatAddress(one)]), undefined);
  },
);

t.test("a visitor may send no further file until an agent was on the line", async (t) => {
  const nobody = await setUp(t, false);
  t.strictSame([await nobody.send("a"), await nobody.send("b")], [201, 413]);

  const rung = await setUp(t, true);
  rung.service.calls[0]?.answer(null);
  await rung.service.settle();
  t.strictSame([await rung.send("a"), await rung.send("b")], [201, 413], "it rings");
  await rung.reported({ call_id: "1", status: "error", reason: "Nobody answered" });
  rung.service.clock.advance(10_000);
  t.equal(await rung.send("c"), 413);

  const talked = await setUp(t, true);
  talked.service.calls[0]?.answer(null);
  await talked.reported({ call_id: "1", status: "agent_connected", agent_id: 1 });
  t.strictSame([await talked.send("a"), await talked.send("b")], [201, 201], "the agent is on the line");
  await talked.reported({ call_id: "1", status: "error", reason: "The line broke" });
  await talked.page.ask({ type: "call", phone: "+442079460182" });
  await talked.service.settle();
  await talked.reported({ call_id: "2", status: "error" });
  t.equal(await talked.send("c"), 201, "and was on the line before");
  t.equal(await talked.stateAfter(9), "waiting");
});

t.test("[CH-60] the days start again with each requested call", async (t) => {
  const { service, visitor, stateAfter } = await setUp(t, false);
  t.equal(await stateAfter(1), "waiting");
  const { page } = await enterVisitor(t, service, { visitor });
  const again = await page.ask({ type: "call", phone });
  t.equal(again.type, "done");
  await service.settle();
  t.equal(await stateAfter(2), "waiting");
  t.equal(await stateAfter(1), "closed");
});
