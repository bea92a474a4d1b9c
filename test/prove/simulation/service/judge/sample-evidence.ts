import type { DeskChat, DeskMessage } from "../../../../../src/codec/desk/desk.ts";
import type { DeskDeliveryRecord } from "../../../../../src/codec/desk/desk-log.ts";
import type { Evidence } from "./evidence.ts";

/** The evidence as tests can change it. */
type Mutable<Value> = Value extends string | number | boolean
  ? Value
  : Value extends ReadonlyMap<infer Key, infer Item>
    ? Map<Key, Mutable<Item>>
    : Value extends (...given: never[]) => unknown
      ? Value
      : Value extends readonly (infer Item)[]
        ? Mutable<Item>[]
        : Value extends object
          ? { -readonly [Name in keyof Value]: Mutable<Value[Name]> }
          : Value;
export type SampleEvidence = Mutable<Evidence>;

const second = 1_000;

const message = (seq: number, from: DeskMessage["from"], text: string, more: Partial<DeskMessage> = {}) =>
  ({ seq, id: `m-${text}`, from, text, hidden: false, agentId: null, delivery: null, ...more }) as DeskMessage;

const delivered = () => ({ id: "d", state: "delivered", attempts: 1, error: null }) as const;

const chat = (id: string, state: string, number: number): DeskChat =>
  ({ id, state, client: { number } }) as unknown as DeskChat;

/** Three short, correct chats: one with an agent, one with a bot, one of a page. Times start at 0. */
export function sampleEvidence(): SampleEvidence {
  const plain = [
    message(1, "client", "c1 1"),
    message(2, "client", "c1 2"),
    message(3, "agent", "kim 1", { agentId: 1, delivery: delivered() }),
    message(4, "agent", "kim 2", { agentId: 1, delivery: delivered() }),
  ];
  const withBot = [message(1, "client", "c2 1"), message(2, "bot", "bot: c2 1", { delivery: delivered() })];
  const page = [message(1, "client", "p1 1")];
  const stored = [
    { chat: chat("1", "with_agent", 1), messages: plain },
    { chat: chat("2", "with_bot", 2), messages: withBot },
    { chat: chat("3", "waiting", 3), messages: page },
  ];
  const shown = new Map(
    stored.map(({ chat: { id }, messages }) => [id, new Map(messages.map((one) => [one.seq, one]))]),
  );
  const taken = (who: string, text: string, atMs: number) => ({ who, text, askedAtMs: atMs, takenAtMs: atMs + 10 });
  const heard = (sentAtMs: number) => ({ sentAtMs, heardAtMs: sentAtMs + 10 });
  const sent = (text: string, recipient: string, sentAtMs: number) => {
    return { ...heard(sentAtMs), deed: "ok", process: "one-1", messageId: `m-${text}`, recipient, text };
  };
  const told = { event: "chat_accepted", chatId: 1, process: "one-1", body: "{}", outcome: "ok" } as const;
  const evidence = {
    history: {
      lines: [],
      said: [
        taken("c1", "c1 1", 2 * second),
        taken("c1", "c1 2", 3 * second),
        taken("c2", "c2 1", 3 * second),
        taken("p1", "p1 1", 4 * second),
      ],
      replied: ["kim 1", "kim 2"].map((text, index) => {
        return { ...taken("kim", text, (6 + index) * second), chatId: "1", messageId: `m-${text}` };
      }),
      botSaid: [{ ...taken("bot", "bot: c2 1", 4 * second), chatId: "2" }],
      accepted: [{ agent: "kim", chatId: "1", atMs: 5 * second }],
      shop: [sent("kim 1", "c1", 6 * second), sent("kim 2", "c1", 7 * second), sent("bot: c2 1", "c2", 4 * second)],
      bot: [{ ...heard(3 * second), process: "one-1", id: "e1", chatId: "2", what: "c2 1", body: "{}", outcome: "ok" }],
      owner: [
        { ...told, id: "w1", ...heard(5 * second), attempt: 1 },
        { ...told, id: "w2", ...heard(9 * second), attempt: 1, event: "chat_finished" },
      ],
      chatsSeen: [
        { atMs: 2 * second, agent: "kim", chatId: "1", state: "waiting" },
        { atMs: 40 * second, agent: "kim", chatId: "2", state: "with_bot" },
      ],
      statuses: [{ askedAtMs: 60 * second, answeredAtMs: 60 * second, status: "1" }],
      outages: [],
      surprises: [],
      blacklisted: new Map(),
      at: (ms: number) => `+${ms}`,
    },
    stored: {
      chats: stored,
      deliveries: {
        message: [],
        bot: [],
        webhook: ["w1", "w2"].map(
          (id) => ({ id, state: "delivered", attempts: [{}] }) as unknown as DeskDeliveryRecord,
        ),
      },
    },
    desks: [
      {
        agent: "kim",
        shown,
        chats: new Map(stored.map(({ chat: one }) => [one.id, one])),
        firstReadyAtMs: second,
        wasResynced: false,
        isOpen: true,
        presence: [{ atMs: second, state: "here" }],
      },
    ],
    pages: [{ name: "p1", number: 3, shown: new Map([["3", new Map([[1, "p1 1"]])]]) }],
  };
  return withoutSharedParts(evidence as unknown as SampleEvidence);
}

/** Copies the evidence so that its parts share no objects. A test can then change one part alone. */
function withoutSharedParts({ history, stored, desks, pages }: SampleEvidence): SampleEvidence {
  const { at, ...facts } = history;
  const copies = { stored: structuredClone(stored), desks: structuredClone(desks), pages: structuredClone(pages) };
  return { ...copies, history: { ...structuredClone(facts), at } } as SampleEvidence;
}
