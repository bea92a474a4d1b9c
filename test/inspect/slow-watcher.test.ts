import t from "tap";
import { chatOf } from "../desk/chat-of.ts";
import { startService } from "../harness/service.ts";
import { openWatcher } from "./watcher.ts";

const waitingBytesMax = 64 * 1024;
/** The buffers of the network first take some megabytes, so each note is as large as a note may be. */
const longNote = "😀".repeat(9_900);

t.test("a watcher that reads nothing is closed with a reason; other watchers and the chats continue", async (t) => {
  const service = await startService(t, { limits: { socketBackpressureBytesMax: waitingBytesMax } });
  const slow = await openWatcher(t, service, { watch: ["*"] });
  const quick = await openWatcher(t, service, { watch: ["*"] });
  await slow.caughtUp();
  slow.socket.pause();
  const chat = await chatOf(service, "kim");
  const isCut = async (): Promise<boolean> =>
    /^parley_inspect_watchers_cut_total 1$/m.test(await (await fetch(`${service.url}/metrics`)).text());
  let notes = 0;
  while (!(await isCut())) {
    notes += 1;
    const noted = await chat.step("note", { text: `${notes} ${longNote}` });
    if (noted.status !== 200) throw new Error(`Expected 200, got ${noted.status}`);
  }
  t.ok(notes > 0);
  const isNote = ({ type, sessionId, event }: { type: string; sessionId: string; event: { type: string } }): boolean =>
    type === "@xstate.snapshot" && sessionId === "chat/1" && event.type === "chat.note-requested";
  await quick.when(() => quick.frames.filter(isNote).length === notes);
  t.equal((await chat.step("note", { text: "and on" })).status, 200);
  await quick.when(() => quick.frames.filter(isNote).length === notes + 1);
  slow.socket.resume();
  t.same(await slow.closed, { code: 4409, reason: `More than ${waitingBytesMax} bytes waited for the client.` });
  t.ok(slow.frames.filter(isNote).length < notes + 1);
  t.match(await (await fetch(`${service.url}/metrics`)).text(), /^parley_inspect_watchers 1$/m);
});

t.test("a watcher that never reads is dropped after a while", async (t) => {
  const service = await startService(t, { limits: { socketBackpressureBytesMax: waitingBytesMax } });
  const slow = await openWatcher(t, service, { watch: ["*"] });
  await slow.caughtUp();
  slow.socket.pause();
  const chat = await chatOf(service, "kim");
  const { watching } = service.app.runtime;
  while (watching.watcher !== null) await chat.step("note", { text: longNote });
  await service.pass(11_000);
  slow.socket.resume();
  t.same(await slow.closed, { code: 1006, reason: "" });
});
