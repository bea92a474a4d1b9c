import type { Test } from "tap";
import type { ChannelSettings } from "../../machines/channel/channel.types.ts";
import type { ChatEvent } from "../../machines/chat/chat.types.ts";
import type { DeliveryContext } from "../../machines/delivery/delivery.types.ts";
import { chatAddress } from "../../machines/tells.ts";
import type { DeskMessage } from "../../src/codec/desk/desk.ts";
import { asChannelId, asChatId, asDeliveryId } from "../../src/core/ids.ts";
import type { OutboundPolicy } from "../../src/delivery/address/address-guard.ts";
import { createOutbound } from "../../src/delivery/create-outbound.ts";
import { createKnownTokens } from "../../src/domain/bot/known-tokens.ts";
import { readChat } from "../../src/domain/chat/queries/chat-queries.ts";
import { configureChannel } from "../../src/domain/configure.ts";
import { readDelivery } from "../../src/domain/delivery/delivery-actor.ts";
import type { ChannelLogRow } from "../../src/ports/store.ts";
import type { DeskClient } from "../harness/desk-client.ts";
import { createLateClock } from "../harness/late-clock.ts";
import { createMemoryStore } from "../harness/memory-store/memory-store.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { agents } from "../harness/service-config.ts";
import { silentLog } from "../harness/test-log.ts";
import { loopback, outboundLimits } from "./attempts.ts";
import type { Behaviour, Peer } from "./peer.ts";
import { openPeer } from "./peer.ts";

/** One chat with Kim, from the desk to a customer system on a real socket. The test owns the clock, also that of the outbound side. */
export interface DeliveryWorld {
  readonly service: Service;
  readonly peer: Peer;
  readonly kim: DeskClient;
  /** The parsed bodies of the received requests. */
  bodies(): readonly SentBody[];
  /** Sends an agent's message, and expects 202. */
  reply(text: string): Promise<DeskMessage>;
  post(step: string, body?: unknown): Promise<number>;
  typing(state: "typein" | "typeout"): Promise<void>;
  tellChat(event: ChatEvent): Promise<void>;
  configure(changes: Partial<ChannelSettings>): Promise<void>;
  /** The stored delivery of a message. */
  delivery(message: DeskMessage): Promise<DeliveryContext>;
  /** Resolves with the message at the desk as soon as its delivery has this state. */
  seen(message: DeskMessage, state: string): Promise<DeskMessage>;
  /** Resolves when this many attempts have ended and the next steps have begun. */
  untilEnded(message: DeskMessage, attempts: number): Promise<void>;
  /** Lets three attempts pass, with their pauses. */
  passSeries(message: DeskMessage): Promise<void>;
  noticeLog(): Promise<readonly ChannelLogRow[]>;
}

export interface SentBody {
  readonly sender: object;
  readonly recipient: { readonly id: string | number };
  readonly message: { readonly type: string; readonly text?: string };
}

const channelId = asChannelId("MOBILEAPP1");
const chatId = asChatId("1");
/** Only a failing test waits this long. */
const patienceMs = 60_000;

export async function openDeliveryWorld(
  t: Test,
  behave: Behaviour,
  changes: Partial<ChannelSettings> = {},
  policy: OutboundPolicy = loopback,
): Promise<DeliveryWorld> {
  const peer = await openPeer(t, behave);
  const { clock, follow } = createLateClock();
  const knownTokens = createKnownTokens(createMemoryStore(), clock);
  const service = await startService(t, {
    outbound: createOutbound({ policy, limits: outboundLimits, clock, log: silentLog, knownTokens }),
  });
  follow(service.clock);
  const { runtime } = service.app;

  const configure = async (some: Partial<ChannelSettings>): Promise<void> => {
    const settings = runtime.directory.find(channelId)?.settings;
    if (settings === undefined) throw new Error("The channel is gone");
    await configureChannel(runtime, { ...settings, ...some });
    await service.settle();
  };
  await configure({ webhookUrl: `http://${peer.host}/chat`, ...changes });
  const kim = await service.enter("kim");
  const token = await service.logIn("kim");
  const post = async (step: string, body?: unknown): Promise<number> =>
    (await service.call("POST", `/api/chats/1/${step}`, { token, body })).status;
  await service.say("7", "Hello");
  await post("accept");

  const delivery = async (message: DeskMessage): Promise<DeliveryContext> => {
    const view = await readDelivery(service.store, asDeliveryId(message.delivery?.id ?? ""));
    if (view === undefined) throw new Error(`Message ${message.seq} has no delivery`);
    return view.context;
  };
  const untilEnded: DeliveryWorld["untilEnded"] = async (message, attempts) => {
    await until(async () => {
      const { attempts: begun } = await delivery(message);
      return begun.filter(({ durationMs }) => durationMs !== null).length >= attempts;
    });
    // Effects are released a moment after the commit.
    await service.settle();
  };
  const tellChat = async (event: ChatEvent): Promise<void> => {
    const conversation = (await readChat(service.store, chatId))?.conversation;
    if (conversation === undefined) throw new Error("There is no chat");
    const target = { kind: "actor", actor: chatAddress(chatId), conversation } as const;
    const outcome = await runtime.post.send({ target, event, cause: "test" });
    if (!outcome.ok) throw new Error(outcome.failure.message);
  };
  return {
    service,
    peer,
    kim,
    bodies: () => peer.requests.map(bodyOf),
    async reply(text) {
      const { status, body } = await service.call("POST", "/api/chats/1/messages", {
        token,
        body: { type: "text", text },
      });
      if (status !== 202) throw new Error(`Expected 202, got ${status} ${JSON.stringify(body)}`);
      return body.message;
    },
    post,
    typing: (state) => tellChat({ type: "chat.typing-requested", nowMs: clock.nowMs(), agent: agents.kim, state }),
    tellChat,
    configure,
    delivery,
    async seen({ seq }, state) {
      const fits = (one: DeskMessage | undefined) => one?.seq === seq && one.delivery?.state === state;
      return (await kim.until((frame) => fits(frame.message))).message;
    },
    untilEnded,
    async passSeries(message) {
      for (const attempts of [1, 2]) {
        await untilEnded(message, attempts);
        await service.pass(3_000);
      }
      await untilEnded(message, 3);
      await service.settle();
    },
    async noticeLog() {
      const rows = await service.store.scan("channelLog", { prefix: [channelId], limit: 100 });
      return rows.map(({ row }) => row).filter(({ kind }) => kind === "typing");
    },
  };
}

/** Resolves when `isSo` returns true. It is called in every turn of the event loop. */
export async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const givenUpAtMs = performance.now() + patienceMs;
  while (!(await isSo())) {
    if (performance.now() > givenUpAtMs) throw new Error(`Not within ${patienceMs} ms: ${isSo}`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** The body of a request in either framing. In these tests, a chunked body has one chunk. */
function bodyOf(request: string): SentBody {
  const text = request.slice(request.indexOf("\r\n\r\n") + 4);
  const [first = "", chunk = ""] = text.split("\r\n");
  return JSON.parse(Buffer.from(first.startsWith("{") ? first : chunk, "latin1").toString());
}
