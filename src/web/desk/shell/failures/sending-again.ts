import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import type { MessageAnswer } from "../../data/answers.types.ts";
import type { Desk } from "../../data/desk.ts";
import { failures } from "../../texts/en/failures.ts";
import { tellFailure } from "../notices.tsx";

const text = textsOf("failures", failures);

/** The result of resent messages; `again` means that they failed again. */
export type Resent = "sending" | "delivered" | "again";

/** Resends a chat's failed messages and follows their deliveries. */
export interface SendingAgain {
  /** The results by chat id. */
  readonly resent: ReadonlySignal<ReadonlyMap<string, Resent>>;
  send(chat: Pick<DeskChat, "id" | "client" | "failed">): Promise<void>;
  stop(): void;
}

const deliveredShownMs = 6_000;

export function createSendingAgain({ api, browser, conversations, onNews }: Desk): SendingAgain {
  const resent = signal<ReadonlyMap<string, Resent>>(new Map());
  /** The running deliveries by chat id. */
  const pending = new Map<string, Set<string>>();
  const mark = (chatId: string, state: Resent | null): void => {
    const next = new Map(resent.peek());
    if (state === null) next.delete(chatId);
    else next.set(chatId, state);
    resent.value = next;
  };
  const end = (chatId: string, state: Resent | null): void => {
    pending.delete(chatId);
    mark(chatId, state);
  };
  const stop = onNews((news) => {
    // Missed messages are not repeated; the chats contain the present state.
    if (news.type === "resync") for (const chatId of [...pending.keys()]) end(chatId, null);
    if (news.type !== "message") return;
    const { chatId, message } = news;
    const left = pending.get(chatId);
    if (left === undefined || message.delivery === null || !left.has(message.delivery.id)) return;
    if (message.delivery.state === "failed") return end(chatId, "again");
    if (message.delivery.state === "delivered") left.delete(message.delivery.id);
    if (left.size > 0) return;
    end(chatId, "delivered");
    browser.after(deliveredShownMs, () => {
      if (resent.peek().get(chatId) === "delivered") mark(chatId, null);
    });
  });
  return {
    resent,
    /** Resends one message after the other, in the order of writing. */
    async send({ id: chatId, client, failed }) {
      if (failed === null || pending.has(chatId)) return;
      pending.set(chatId, new Set(failed.deliveryIds));
      mark(chatId, "sending");
      for (const deliveryId of failed.deliveryIds) {
        const show = conversations.ask(chatId);
        const answer = await api.send<MessageAnswer>("POST", `/api/deliveries/${deliveryId}/resend`);
        if (!answer.ok) {
          end(chatId, null);
          return tellFailure(text("notSentAgain", { name: client.name }), answer.failure);
        }
        show(answer.value.message);
      }
    },
    stop,
  };
}
