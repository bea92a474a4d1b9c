import { signal } from "@preact/signals";
import t from "tap";
import type { DeskChat } from "../../../src/codec/desk/desk.ts";
import type { DeskOfflineMessage } from "../../../src/codec/desk/desk-offline.ts";
import type { Desk } from "../../../src/web/desk/data/desk.ts";
import { createLeftList } from "../../../src/web/desk/left/left-list.ts";
import { followLeft, leftBy } from "../../../src/web/desk/shell/steps/left-open.ts";
import { createScriptedApi } from "./data/scripted-api.ts";

type News = Parameters<Parameters<Desk["onNews"]>[0]>[0];

const left = (id: string, more: Partial<DeskOfflineMessage> = {}): DeskOfflineMessage =>
  ({ id, state: "open", owner: null, clientNumber: 7, channelId: "WIDGET01", ...more }) as DeskOfflineMessage;
const page = (...offlineMessages: readonly DeskOfflineMessage[]) => ({
  offlineMessages,
  cursor: null,
  canAnswer: true,
});
const chat = { client: { number: 7 }, channelId: "WIDGET01" } as DeskChat;

/** A desk whose requests the test answers, and whose events the test sends. */
function openDesk() {
  const api = createScriptedApi();
  const listeners = new Set<(news: News) => void>();
  const onNews: Desk["onNews"] = (listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const desk = {
    api: api.api,
    onNews,
    onReading(read: (why: "ready") => void) {
      read("ready");
      return onNews(({ type }) => {
        if (type === "ready") read(type);
      });
    },
    surroundings: signal({ agent: { id: 1 } }),
  } as unknown as Desk;
  const tell = (news: object): void => {
    for (const listener of listeners) listener(news as News);
  };
  const show = (offlineMessage: DeskOfflineMessage): void => tell({ type: "offline_message", offlineMessage });
  return { desk, api, tell, show };
}

t.test(
  "[WH-18] a message left while the open messages are read is counted; a message finished meanwhile is not",
  async (t) => {
    const { desk, api, show } = openDesk();
    const stop = followLeft(desk);
    show(left("2"));
    show(left("1", { state: "done" }));
    await api.at(0).answer(page(left("1")));
    t.strictSame(
      leftBy(chat).map(({ id }) => id),
      ["2"],
    );
    stop();
  },
);

t.test("[WH-18] a failed read keeps the known messages", async (t) => {
  const { desk, api, tell } = openDesk();
  const stop = followLeft(desk);
  await api.at(0).answer(page(left("3"), left("4")));
  tell({ type: "ready" });
  await api.at(1).fail();
  t.strictSame(
    leftBy(chat).map(({ id }) => id),
    ["3", "4"],
  );
  stop();
});

t.test("[WH-18] a list shows the newest state of a message that changed while its page was read", async (t) => {
  const { desk, api, show } = openDesk();
  const list = createLeftList(desk, "open");
  const stop = list.start();
  await api.at(0).answer(page(left("1"), left("2")));
  const again = list.more();
  const taken = left("1", { owner: { id: 2, name: "Lee" } });
  show(taken);
  await api.at(1).answer(page(left("1"), left("2")));
  await again;
  t.strictSame(list.messages.value, [left("2"), taken]);
  stop();
});
