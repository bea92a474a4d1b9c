import t from "tap";
import type { ChannelAnswer } from "../../../src/codec/admin/channel-answer.ts";
import type { DeskNews } from "../../../src/web/desk/data/answers.types.ts";
import { createChannelsData } from "../../../src/web/desk/settings/channels/channels-data.ts";
import type { Answer, Api } from "../../../src/web/shared/api/api.ts";

const channel = (id: string, name: string): ChannelAnswer => ({ id, name }) as ChannelAnswer;
const page = (...channels: readonly ChannelAnswer[]): Answer<unknown> => ({
  ok: true,
  value: { channels, cursor: null },
});
const failed: Answer<never> = {
  ok: false,
  failure: { status: 0, code: "unreached", message: "No.", field: null, requestId: null },
};

/** An API whose reads the test answers at any time, and whose writes are answered at once. */
function start(written: Answer<unknown> = failed) {
  const reads: ((answer: Answer<unknown>) => void)[] = [];
  const listeners: ((news: DeskNews) => void)[] = [];
  const api: Api = {
    get: <Value>() => new Promise<Answer<Value>>((resolve) => reads.push(resolve as (answer: Answer<unknown>) => void)),
    send: async <Value>() => written as Answer<Value>,
  };
  const data = createChannelsData(api, (heard) => {
    listeners.push(heard);
    return () => undefined;
  });
  const names = (): readonly string[] =>
    data.list.value.state === "there" ? data.list.value.value.map(({ name }) => name) : [data.list.value.state];
  return { data, reads, names, tell: (news: DeskNews) => listeners.forEach((heard) => heard(news)) };
}
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

t.test("a list requested before a change is dropped and requested again", async (t) => {
  const { data, reads, names } = start({ ok: true, value: { channel: channel("A", "new") } });
  const reading = data.read();
  reads[0]?.(page(channel("A", "old"), channel("B", "b")));
  await reading;
  const late = data.read();
  await data.change("A", { name: "new" });
  t.same(names(), ["new", "b"], "the response is shown at once");
  reads[1]?.(page(channel("A", "old"), channel("B", "b")));
  await settled();
  t.same(names(), ["new", "b"], "an older list does not undo it");
  reads[2]?.(page(channel("A", "newer")));
  await late;
  t.same(names(), ["newer"]);
});

t.test("an event causes a new read; a failed read keeps the previous list", async (t) => {
  const { data, reads, names, tell } = start();
  t.same(names(), ["loading"]);
  const first = data.read();
  reads[0]?.(failed);
  await first;
  t.same(names(), ["failed"]);
  tell({ type: "surroundings" });
  reads[1]?.(page(channel("A", "a")));
  await settled();
  t.same(names(), ["a"]);
  tell({ type: "resync" });
  reads[2]?.(failed);
  await settled();
  t.same(names(), ["a"]);
  t.same(await data.change("A", {}), failed);
  t.same(names(), ["a"]);
});

t.test("a created item is added to the list and a removed item is taken out, in the order of ids", async (t) => {
  const { data, reads, names } = start({ ok: true, value: { channel: channel("B", "b") } });
  const reading = data.read();
  reads[0]?.(page(channel("A", "a"), channel("C", "c")));
  await reading;
  await data.create({ name: "b" });
  t.same(names(), ["a", "b", "c"]);
  await data.remove("A");
  t.same(names(), ["b", "c"]);
});
