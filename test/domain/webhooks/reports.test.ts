import type { Test } from "tap";
import t from "tap";
import type { ChatMessage } from "../../../machines/chat/message.types.ts";
import { encodeLogEntries } from "../../../src/codec/c-webhook/chat-log.ts";
import { defaultLimits } from "../../../src/config/limits.ts";
import { asAgentId, asChatId, asMessageId } from "../../../src/core/ids.ts";
import { bodyOfWebhook } from "../../../src/domain/webhooks/webhook-body.ts";
import type { ChatLogEncoder, ChatLogEntry } from "../../../src/ports/chat-log-encoder.ts";
import type { Log } from "../../../src/ports/log.ts";
import type { Store } from "../../../src/ports/store.ts";
import { createChatLogEncoder } from "../../../src/tasks/create-tasks.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import { agents, password } from "../../harness/service-config.ts";
import { silentLog } from "../../harness/test-log.ts";
import { kim, lastTold, lee, start, step } from "../../webhooks/told.ts";

const chatId = asChatId("7");
const startMs = 1_795_165_200_000;
const said = (seq: number, text: string, atMs = startMs + seq * 1_000): ChatMessage => ({
  seq,
  id: asMessageId(`m${seq}`),
  from: seq % 2 === 0 ? "agent" : "client",
  content: { type: "text", text, media: null },
  agentId: seq % 2 === 0 ? asAgentId(12) : null,
  atMs,
  externalId: null,
  deliveryId: null,
});

async function storeWith(messages: readonly ChatMessage[]): Promise<Store> {
  const store = createMemoryStore();
  await store.commit({}, () => messages.map((row) => ({ table: "message", key: [7, row.seq], row })));
  return store;
}

const body = { head: '{"chat":{"messages":[', tail: '],"rate":null}}' };
const entryOf = ({ seq, content, atMs }: ChatMessage): ChatLogEntry => ({
  message: content.text,
  timestamp: Math.floor(atMs / 1_000),
  ...(seq % 2 === 0 ? { type: "agent", agent_id: 12 } : { type: "visitor" }),
});
const textOf = (entries: readonly ChatLogEntry[]): string =>
  JSON.stringify({ chat: { messages: entries, rate: null } });

interface Encoding {
  readonly chatLog: ChatLogEncoder;
  readonly errors: readonly string[];
}
function startEncoder(test: Test, limits: Partial<typeof defaultLimits> = {}): Encoding {
  const errors: string[] = [];
  const log: Log = { ...silentLog, error: (_facts, message) => void errors.push(message) };
  const chatLog = createChatLogEncoder({ limits: { ...defaultLimits, ...limits }, log });
  test.teardown(() => chatLog.close());
  return { chatLog, errors };
}

const longTexts = Array.from({ length: 330 }, (_, at) => `${at} ${"Где моя посылка? 📦 ".repeat(60)}`);

t.test("a log of several pages has the same bytes with and without the thread", async (t) => {
  const messages = longTexts.map((text, at) => said(at + 1, text));
  const store = await storeWith([...messages, said(331, "after the end")]);
  const expected = textOf(messages.map(entryOf));
  const encode = ({ chatLog }: Encoding): Promise<Uint8Array> =>
    bodyOfWebhook({ ...body, messagesUpTo: 330 }, chatId, { store, chatLog });

  const threaded = startEncoder(t);
  t.equal(Buffer.from(await encode(threaded)).toString(), expected);
  const crowded = startEncoder(t, { workerQueueMax: 0 });
  t.equal(Buffer.from(await encode(crowded)).toString(), expected, "too many logs wait for the thread");
  const closed = startEncoder(t);
  await closed.chatLog.close();
  t.equal(Buffer.from(await encode(closed)).toString(), expected, "the thread has ended");
  const closing = startEncoder(t);
  const running = encode(closing);
  await new Promise((resolve) => setImmediate(resolve));
  await closing.chatLog.close();
  t.equal(Buffer.from(await running).toString(), expected, "the thread ends during the work");
  for (const { errors } of [threaded, crowded, closed, closing]) t.same(errors, []);
});

t.test(
  "a log that cannot be sent to the thread is encoded in this thread, and logged; other work runs meanwhile",
  async (t) => {
    const { chatLog, errors } = startEncoder(t);
    const entries = longTexts.map((text, at) => entryOf(said(at + 1, text)));
    const isRight = (bytes: Uint8Array): boolean => Buffer.from(bytes).equals(encodeLogEntries(entries));
    // A function cannot be sent to a thread, and JSON omits it.
    const odd = entries.map((entry) => Object.assign({}, entry, { odd: () => undefined }));
    t.ok(isRight(await chatLog.encode(odd)));
    t.same(errors, ["A worker thread could not encode a chat log; the main thread encodes it"]);
    t.ok(isRight(await chatLog.encode(entries)), "the next log finds a thread");
    t.equal(errors.length, 1);

    await chatLog.close();
    let turns = 0;
    let isOver = false;
    const count = (): void => {
      if (isOver) return;
      turns += 1;
      setImmediate(count);
    };
    setImmediate(count);
    t.ok(isRight(await chatLog.encode(entries)));
    isOver = true;
    t.equal(turns, 3, "in four parts of at most 131,072 characters");
  },
);

t.test(
  "[WH-22] if the clock was set back, no entry is earlier than the previous entry, also across pages",
  async (t) => {
    const back = (seq: number): number => startMs + (seq > 90 && seq < 200 ? -3_600_000 : seq * 1_000);
    const messages = Array.from({ length: 210 }, (_, at) => said(at + 1, `text ${at + 1}`, back(at + 1)));
    const store = await storeWith(messages);
    const { chatLog } = startEncoder(t);
    const bytes = await bodyOfWebhook({ ...body, messagesUpTo: 210 }, chatId, { store, chatLog });
    const entries: readonly ChatLogEntry[] = JSON.parse(Buffer.from(bytes).toString()).chat.messages;
    t.same(
      entries.map(({ timestamp }) => timestamp),
      messages.map(({ seq }) => startMs / 1_000 + (seq > 90 && seq < 200 ? 90 : seq)),
    );
    t.equal(entries.length, 210);
  },
);

t.test(
  "a page without log entries adds nothing to the log, and a chat without messages has an empty log",
  async (t) => {
    const { chatLog } = startEncoder(t);
    const unsaid = Array.from({ length: 250 }, (_, at) => ({
      ...said(at + 2, "shown to nobody"),
      isHidden: true as const,
    }));
    const [first, last] = [said(1, "first"), said(252, "last")];
    const store = await storeWith([first, ...unsaid, last]);
    const bytes = await bodyOfWebhook({ ...body, messagesUpTo: 252 }, chatId, { store, chatLog });
    t.equal(Buffer.from(bytes).toString(), textOf([entryOf(first), entryOf(last)]));
    const empty = await bodyOfWebhook({ ...body, messagesUpTo: 0 }, chatId, { store, chatLog });
    t.equal(Buffer.from(empty).toString(), textOf([]));
    const whole = await bodyOfWebhook({ head: "{}", tail: null, messagesUpTo: 0 }, chatId, { store, chatLog });
    t.equal(Buffer.from(whole).toString(), "{}");
  },
);

t.test("an agent who was removed before a restart is reported by name when the chat is closed", async (t) => {
  const store = createMemoryStore();
  const first = await start(t, { store: unclosed(store) });
  await first.say("7", "Hello");
  await step(first, "lee", "1/accept");
  const admin = await first.logIn("ada");
  t.equal((await first.call("DELETE", "/api/agents/2", { token: admin })).status, 200);
  await first.stop();
  const team = [{ ...agents.kim, phone: kim.phone, departmentIds: [3] }, agents.max, agents.ada];
  const config = { agents: team.map((profile) => ({ profile, password })) };
  const second = await start(t, { store, config });
  await step(second, "kim", "1/close");
  t.match(await lastTold(t, second, "chat_finished"), { agents: [lee, kim], department: { id: 3, name: "Repairs" } });
});

/** A store that stays open when its process ends, so that the next process can use it. */
const unclosed = (store: Store): Store => ({ ...store, close: async () => undefined });
