import type { AgentProfile } from "../../machines/agent/agent.machine.ts";
import type { BotConversationEvent } from "../../machines/bot-conversation/bot-conversation.types.ts";
import type { BotSettings, ChannelSettings, WebhookSettings } from "../../machines/channel/channel.types.ts";
import type { ChatEvent } from "../../machines/chat/chat.types.ts";
import type { AgentSignature } from "../../machines/chat/message.types.ts";
import type { ActorKey, ChannelId, ChatId, ConversationKey } from "../../machines/ids.ts";
import { agentAddress, botAddress, chatAddress, soloConversation } from "../../machines/tells.ts";
import type { TurnOutcome } from "../../src/actors/pending.ts";
import type { CustomerChatMessage } from "../../src/codec/a-customer/customer-message.types.ts";
import type { Limits } from "../../src/config/limits.ts";
import { defaultLimits } from "../../src/config/limits.ts";
import { asAgentId, asChannelId, asChatId, asDeliveryId, asMessageId, clientConversation } from "../../src/core/ids.ts";
import type { Result } from "../../src/core/result.ts";
import { ownRows } from "../../src/core/rows/fresh-rows.ts";
import { createCustomerInbox } from "../../src/domain/chat/customer-inbox.ts";
import { readChat, readMessage } from "../../src/domain/chat/queries/chat-queries.ts";
import { configureAgent, configureChannel, restore } from "../../src/domain/configure.ts";
import type { ActorEvent } from "../../src/domain/effects.ts";
import { newBotNotice, newDeliveryId, newMessageId } from "../../src/domain/new-ids.ts";
import type { Runtime } from "../../src/domain/runtime.ts";
import { createRuntime } from "../../src/domain/runtime.ts";
import { createFileFolder } from "../../src/files/file-folder.ts";
import { noRowNews } from "../../src/ports/row-news.ts";
import type { Store, Write } from "../../src/ports/store.ts";
import { createAlonePeers } from "../../src/store/alone-peers.ts";
import type { ManualClock } from "../edge/manual-clock.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import { plainChannel, random } from "../harness/service-config.ts";
import type { Outside } from "./kept-outside.ts";
import { createKeptOutside } from "./kept-outside.ts";

export const channelId = asChannelId("MOBILEAPP1");
export const kim: AgentSignature = { id: asAgentId(1), name: "Kim", photo: null };
export const profile: AgentProfile = {
  id: kim.id,
  name: "Kim",
  email: "kim@example.com",
  phone: null,
  photo: null,
  departmentIds: [],
  role: "agent",
};
export const settings: ChannelSettings = { ...plainChannel, id: channelId, random };
/** For a channel with developer webhooks. */
export const webhooks: WebhookSettings = {
  url: "https://crm.example.com/hook",
  signingSecret: null,
  previousSecret: null,
  endpoints: [],
};
/** For a channel with a bot. */
export const bot: BotSettings = {
  providerId: "acme-bots",
  endpoint: "https://bot.example.com/hook",
  token: "t0k3n",
  name: "Robin",
  photo: null,
  oauth: null,
  ...{ signingSecret: null, previousSecret: null },
};
/** The bot's signature. */
export const robin: AgentSignature = { id: asAgentId(0), name: "Robin", photo: null };

export interface LoggedLine {
  readonly level: string;
  readonly facts: Record<string, unknown>;
  readonly message: string;
}

/** Further fields of a customer's message. */
export type MessageFacts = Partial<Pick<CustomerChatMessage, "invitation" | "warnings">>;

/** An actor system whose clock and outside ports belong to the test. */
export interface World extends Outside {
  readonly runtime: Runtime;
  readonly processId: string;
  readonly store: Store;
  readonly clock: ManualClock;
  readonly frames: { readonly topic: string; readonly frame: Record<string, unknown> }[];
  readonly lines: LoggedLine[];
  say(senderId: string, text: string, channel?: ChannelId, facts?: MessageFacts): Promise<Result<void>>;
  step(chatId: ChatId, event: ChatEvent): Promise<TurnOutcome>;
  reply(chatId: ChatId, name: string): Promise<TurnOutcome>;
  stepBot(chatId: ChatId, event: BotConversationEvent): Promise<TurnOutcome>;
  /** BOT_MESSAGE with a text. */
  botSays(chatId: ChatId, text: string): Promise<TurnOutcome>;
  /** INVITE_AGENT, with the channel's present status. */
  botInvites(chatId: ChatId): Promise<TurnOutcome>;
  /** Kim is present and available from now on. */
  kimEnters(): Promise<void>;
  /** Advances the clock in small steps, and waits for all running work after each. */
  pass(ms: number): Promise<void>;
  settle(): Promise<void>;
  /** Returns the stored texts of a chat, in order. */
  texts(chatId: ChatId): Promise<readonly string[]>;
  /** Starts a new process on the same store. This process is dead: it commits nothing more, and nothing reaches it. */
  restart(): Promise<World>;
}

/** Opens a client's chat that Kim has accepted. */
export async function openChat(world: World, senderId: string, channel = channelId): Promise<ChatId> {
  await world.say(senderId, "question", channel);
  const chatId = asChatId(String((await world.store.read("counter", ["chat"]))?.last));
  await world.step(chatId, acceptBy(kim, world.clock.nowMs()));
  return chatId;
}

export const acceptBy = (agent: AgentSignature, nowMs: number): ChatEvent => ({
  type: "chat.accept-requested",
  nowMs,
  agent,
  notice: newBotNotice(nowMs),
});

export interface WorldOptions {
  readonly store?: Store;
  readonly clock?: ManualClock;
  readonly limits?: Partial<Limits>;
  readonly processId?: string;
  /** For tests with files. */
  readonly filesFolder?: string;
  /** Creates or updates Kim and the channel; false leaves the stored ones. */
  readonly isDeclared?: boolean;
  /** Differences of the channel from `settings`, such as a bot. */
  readonly channel?: Partial<ChannelSettings>;
}

/** Ids of deliveries are unique in all worlds, because they stay in a store. */
let replies = 0;

const passStepMs = 100;

export async function createWorld(options: WorldOptions = {}): Promise<World> {
  const store = options.store ?? createMemoryStore();
  const clock = options.clock ?? createManualClock();
  const frames: World["frames"] = [];
  const lines: LoggedLine[] = [];
  const line = (level: string) => (facts: object, message: string) =>
    lines.push({ level, facts: { ...facts }, message });
  const log = { debug: line("debug"), info: line("info"), warn: line("warn"), error: line("error") };
  const declared = { ...settings, ...options.channel };
  let isGone = false;
  const { outside, ...ports } = createKeptOutside({
    nowMs: () => clock.nowMs(),
    isGone: () => isGone,
    settle: () => settle(),
  });
  const never = new Promise<never>(() => undefined);
  /** The conversations are known from earlier writes, so that a step is submitted in the tick of its call. */
  const conversations = new Map<ActorKey, ConversationKey>();
  const noted = (writes: readonly Write[]): readonly Write[] => {
    for (const { table, row } of writes)
      if (table === "actor" && row !== null) conversations.set(row.actor, row.conversation);
    return writes;
  };
  const processId = options.processId ?? "p";
  const peers = createAlonePeers(processId);
  const runtime = await createRuntime({
    kept: {
      store: {
        commit: (needs, apply) => (isGone ? never : store.commit(needs, (rows) => noted(apply(rows)))),
        read: (table, key) => store.read(table, key),
        durable: store.durable,
        scan: (table, range) => (isGone ? never : store.scan(table, range)),
        close: () => store.close(),
      },
      files: createFileFolder(options.filesFolder ?? "/nonexistent", log),
      ...{ freshRows: ownRows, rowNews: noRowNews },
    },
    nodes: { peers },
    outward: {
      ...ports,
      chatLog: {
        encode: async (entries) => Buffer.from(JSON.stringify(entries).slice(1, -1)),
        close: async () => undefined,
      },
    },
    shown: {
      visitorPictures: { addressOf: (address) => address, open: () => null },
      broadcaster: {
        hasSubscribers: () => true,
        publish: (topic, frame) => frames.push({ topic, frame: JSON.parse(frame) }),
      },
    },
    clock,
    limits: { ...defaultLimits, ...options.limits },
    log,
  });
  const inbox = createCustomerInbox({ post: runtime.post, clock });
  const settle = async (): Promise<void> => {
    for (let round = 0; round < 4; round += 1) {
      await runtime.registry.whenIdle();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const send = (actor: ActorKey, conversation: ConversationKey, event: ActorEvent): Promise<TurnOutcome> =>
    runtime.post.send({ target: { kind: "actor", actor, conversation }, event, cause: "test" });
  const conversationOf = async (chatId: ChatId): Promise<ConversationKey> =>
    (await readChat(store, chatId))?.conversation ?? clientConversation(channelId, "nobody");
  const sendTo = async (chatId: ChatId, actor: ActorKey, event: ActorEvent): Promise<TurnOutcome> =>
    send(actor, conversations.get(chatAddress(chatId)) ?? (await conversationOf(chatId)), event);
  const world: World = {
    runtime,
    processId,
    store,
    clock,
    ...outside,
    frames,
    lines,
    settle,
    say: (senderId, text, channel = channelId, facts = {}) =>
      new Promise((resolve) => {
        const content = { type: "text", text, media: null } as const;
        const sender = { senderIdKind: "string" } as const;
        const usual = { externalId: null, invitation: null, content, warnings: [] } as const;
        const message = { kind: "message", senderId, sender, ...usual, ...facts } as const;
        const entry = runtime.directory.find(channel) ?? { settings: { ...declared, id: channel }, status: 0 };
        inbox.receive(entry, message, { requestId: `request-${text}` }, resolve);
      }),
    step: (chatId, event) => sendTo(chatId, chatAddress(chatId), event),
    stepBot: (chatId, event) => sendTo(chatId, botAddress(chatId), event),
    botSays(chatId, text) {
      const nowMs = clock.nowMs();
      const content = { type: "text", text, media: null } as const;
      return world.stepBot(chatId, {
        type: "bot.message-posted",
        nowMs,
        posted: null,
        message: { id: newMessageId(), content },
        outward: content,
        sender: robin,
        deliveryId: newDeliveryId(nowMs),
        lineId: newMessageId(),
      });
    },
    botInvites(chatId) {
      const nowMs = clock.nowMs();
      return world.stepBot(chatId, {
        type: "bot.invitation-posted",
        nowMs,
        posted: null,
        agentsOnline: runtime.directory.find(channelId)?.status === 1,
        acceptTimeoutMs: declared.acceptTimeoutMs,
        notice: newBotNotice(nowMs),
      });
    },
    async kimEnters() {
      const agent = agentAddress(kim.id);
      await send(agent, soloConversation(agent), { type: "socket.opened", socketId: `${processId}/desk` });
      await settle();
    },
    reply(chatId, name) {
      replies += 1;
      const message = {
        id: asMessageId(`message-${name}`),
        content: { type: "text", text: name, media: null } as const,
      };
      const deliveryId = asDeliveryId(`REPLY${String(replies).padStart(21, "0")}`);
      return world.step(chatId, {
        type: "chat.reply-requested",
        nowMs: clock.nowMs(),
        agent: kim,
        message,
        deliveryId,
      });
    },
    async pass(ms) {
      for (let passed = 0; passed < ms; passed += passStepMs) {
        clock.advance(Math.min(passStepMs, ms - passed));
        await settle();
      }
    },
    async texts(chatId) {
      const found: string[] = [];
      for (let seq = 1; ; seq += 1) {
        const view = await readMessage(store, chatId, seq);
        if (view === undefined) return found;
        found.push(view.message.content.text);
      }
    },
    restart() {
      isGone = true;
      return createWorld({ ...options, store, clock, processId: `${processId}+`, isDeclared: false });
    },
  };
  await restore(runtime.store, runtime, peers);
  if (options.isDeclared !== false) {
    await configureAgent(runtime, profile);
    await configureChannel(runtime, declared);
  }
  await runtime.startDeadlines();
  return world;
}
