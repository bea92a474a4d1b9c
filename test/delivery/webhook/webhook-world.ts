import type { Test } from "tap";
import type { WebhookSettings } from "../../../machines/channel/channel.types.ts";
import type { DeliveryContext } from "../../../machines/delivery/delivery.types.ts";
import type { DeliveryId } from "../../../machines/ids.ts";
import { deliveryAddress } from "../../../machines/tells.ts";
import { asChannelId, asChatId, asDeliveryId } from "../../../src/core/ids.ts";
import { createOutbound } from "../../../src/delivery/create-outbound.ts";
import { createKnownTokens } from "../../../src/domain/bot/known-tokens.ts";
import { configureChannel } from "../../../src/domain/configure.ts";
import { readDelivery } from "../../../src/domain/delivery/delivery-actor.ts";
import type { Store } from "../../../src/ports/store.ts";
import { createLateClock } from "../../harness/late-clock.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { logTo } from "../../harness/test-log.ts";
import { loopback, outboundLimits } from "../attempts.ts";
import { until } from "../through-service.ts";

const channelId = asChannelId("MOBILEAPP1");
const chatId = asChatId("1");

/** The complete service with webhooks over real sockets. The test owns the clock, also that of the outbound side. */
export interface WebhookWorld {
  readonly service: Service;
  /** The complete log of the outbound side. */
  readonly lines: readonly unknown[];
  /** A client writes and Kim accepts the chat, which creates the event `chat_accepted`. */
  openChat(): Promise<void>;
  /** Makes a step of Kim's in the chat. */
  post(step: string, body?: unknown): Promise<void>;
  configure(webhooks: WebhookSettings | null): Promise<void>;
  delivery(id: DeliveryId): Promise<{ readonly state: string; readonly context: DeliveryContext }>;
  /** The ids of the channel's webhook deliveries, oldest first. */
  deliveries(): Promise<readonly DeliveryId[]>;
  /** The time of the delivery's next attempt. */
  dueAtMs(id: DeliveryId): Promise<number>;
  /** Resolves when the store has this many ended attempts. */
  untilEnded(id: DeliveryId, attempts: number): Promise<DeliveryContext>;
  /** The entries of the channel's delivery log for administrators. */
  told(): Promise<readonly { readonly text: string; readonly chatId: string | null; readonly cause: string }[]>;
  warnings(): readonly Record<string, unknown>[];
}

export async function openWebhookWorld(
  t: Test,
  webhooks: WebhookSettings,
  store: Store = createMemoryStore(),
): Promise<WebhookWorld> {
  const { clock, follow } = createLateClock();
  const limits = { ...outboundLimits, answerBytesMax: 1024, webhookAnswerBytesMax: 256 * 1024 };
  const lines: unknown[] = [];
  const keep = (...line: readonly unknown[]): void => void lines.push(line);
  const knownTokens = createKnownTokens(store, clock);
  const outbound = createOutbound({ policy: loopback, limits, clock, log: logTo(keep), knownTokens });
  const service = await startService(t, { store, outbound, channels: { MOBILEAPP1: { webhooks } } });
  follow(service.clock);
  const { runtime } = service.app;

  const post: WebhookWorld["post"] = async (step, body) => {
    const token = await service.logIn("kim");
    const answer = await service.call("POST", `/api/chats/1/${step}`, { token, body });
    if (answer.status >= 300) throw new Error(`${step}: ${answer.status} ${JSON.stringify(answer.body)}`);
  };
  const delivery: WebhookWorld["delivery"] = async (id) => {
    const view = await readDelivery(store, id);
    if (view === undefined) throw new Error(`There is no delivery ${id}`);
    return view;
  };
  return {
    service,
    lines,
    async openChat() {
      await service.say("7", "Hello");
      await post("accept");
    },
    post,
    async configure(changed) {
      const settings = runtime.directory.find(channelId)?.settings;
      if (settings === undefined) throw new Error("The channel is gone");
      await configureChannel(runtime, { ...settings, webhooks: changed });
      await service.settle();
    },
    delivery,
    async deliveries() {
      const rows = await store.scan("webhook", { prefix: [Number(chatId)], limit: 100 });
      return rows.map(({ key }) => asDeliveryId(key[1]));
    },
    async dueAtMs(id) {
      const rows = await store.scan("deadline", { limit: 100 });
      const found = rows.find(({ key }) => key[1] === deliveryAddress(id) && key[2] === "next-attempt");
      if (found === undefined) throw new Error(`Nothing is due for delivery ${id}`);
      return found.key[0];
    },
    async untilEnded(id, attempts) {
      const isEnded = ({ durationMs, failure }: DeliveryContext["attempts"][number]): boolean =>
        durationMs !== null || failure !== null;
      await until(async () => {
        const view = await readDelivery(store, id);
        return (view?.context.attempts.filter(isEnded).length ?? 0) >= attempts;
      });
      // Effects are released a moment after the commit.
      await service.settle();
      return (await delivery(id)).context;
    },
    async told() {
      const rows = await store.scan("channelLog", { prefix: [channelId], limit: 100 });
      return rows.map(({ row }) => row).filter(({ kind }) => kind === "webhook");
    },
    warnings: () => service.logLines.filter(({ msg }) => String(msg).includes("not delivered to the owner's server")),
  };
}

/** A store whose process can be killed. After the kill it ignores all calls, and the next process uses the stored rows. */
export function createMortal(store: Store): { readonly store: Store; kill(): void } {
  const never = new Promise<never>(() => undefined);
  let isDead = false;
  return {
    store: {
      ...store,
      commit: (conversations, apply) => (isDead ? never : store.commit(conversations, apply)),
      read: (table, key) => store.read(table, key),
      scan: (table, range) => (isDead ? never : store.scan(table, range)),
      close: () => store.close(),
    },
    kill() {
      isDead = true;
    },
  };
}
