import type { ChatContext, ChatDepartment, ChatRate } from "../../../machines/chat/chat.types.ts";
import type { VisitorChange } from "../../../machines/chat/client.types.ts";
import type { ChannelId, ChatId, ConversationKey } from "../../../machines/ids.ts";
import { chatAddress } from "../../../machines/tells.ts";
import type { IdempotencyMark, TurnOutcome } from "../../actors/pending.ts";
import type { OfflineForm } from "../../codec/visitor/visitor-request.ts";
import { fingerprintOf } from "../../core/fingerprint.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ChannelNow } from "../directory.ts";
import type { ActorEvent, Post, Target } from "../effects.ts";
import { newMessageId } from "../new-ids.ts";
import { botSituationOf } from "./customer-inbox.ts";

/** A person on a page with the widget. */
export interface Visitor {
  readonly channelId: ChannelId;
  readonly conversation: ConversationKey;
  readonly senderId: string;
}

/** The visitor and the request. */
export interface VisitorLetter {
  readonly visitor: Visitor;
  /** The widget creates the id. A repeated id means the same request. */
  readonly requestId: string;
  /** For the log. */
  readonly cause: string;
}

/** A visitor's text, and the page's data about it. */
export interface VisitorText {
  readonly text: string;
  /** The invitation of the page, and the department for the answer. Source: WJ-25. */
  readonly invitation: { readonly text: string; readonly department: ChatDepartment | null } | null;
  /** Whether the control for an agent was used. Source: BOT-46. */
  readonly wantsAgent: boolean;
}

/** Source: WJ-46. */
export interface VisitorRate {
  readonly rate: ChatRate;
  readonly comment: string | null;
}

export type Done = (outcome: TurnOutcome) => void;

/** Receives requests of visitors. `done` is called once, in the tick of the commit and before any result is shown. */
export interface VisitorInbox {
  change(letter: Omit<VisitorLetter, "requestId">, change: VisitorChange, done: Done): void;
  /** Stores a message of the chat. A repeated request changes nothing. */
  write(letter: VisitorLetter, channel: ChannelNow, message: VisitorText, done: Done): void;
  /** The same as writing the button's text. Source: BOT-42. */
  click(
    letter: VisitorLetter,
    channel: ChannelNow,
    button: { readonly seq: number; readonly index: number; readonly text: string },
    done: Done,
  ): void;
  /** Stores an offline message. A repeated request changes nothing. Source: WH-18. */
  leave(letter: VisitorLetter, form: OfflineForm, done: Done): void;
  /**
   * Rates the open chat, or the chat with this id, which must be the visitor's own. A repeated request stores no second comment.
   */
  rate(letter: VisitorLetter, chatId: ChatId | null, given: VisitorRate, done: Done): void;
  /** The page showed the messages of the visitor's own chat up to this one. Source: WJ-54. */
  see(letter: Omit<VisitorLetter, "requestId">, chatId: ChatId, seq: number, done: Done): void;
  type(letter: VisitorLetter, state: "typein" | "typeout", done: Done): void;
}

export function createVisitorInbox({ post, clock }: { readonly post: Post; readonly clock: Clock }): VisitorInbox {
  const submitTo = (
    target: Target,
    { cause }: Pick<VisitorLetter, "cause">,
    event: ActorEvent,
    done: Done,
    idempotency?: IdempotencyMark,
  ): void => post.submit({ target, event, cause, ...(idempotency !== undefined && { idempotency }), done });
  const submit = (
    letter: Omit<VisitorLetter, "requestId">,
    event: ActorEvent,
    done: Done,
    idempotency?: IdempotencyMark,
  ): void => submitTo({ kind: "sought", ...letter.visitor, senderIdKind: "string" }, letter, event, done, idempotency);
  return {
    change: (letter, change, done) => submit(letter, { type: "visitor.changed", nowMs: clock.nowMs(), change }, done),
    write(letter, channel, { text, invitation, wantsAgent }, done) {
      const nowMs = clock.nowMs();
      const content = { type: "text", text, media: null } as const;
      submit(
        letter,
        {
          type: "message.received",
          nowMs,
          sender: { senderIdKind: "string" },
          message: { id: newMessageId(), externalId: letter.requestId, content },
          isFromWidget: true,
          ...(invitation !== null && invitedBy(invitation)),
          ...botOf(channel, text, nowMs, wantsAgent),
        },
        done,
        markOf(letter, `message ${text}`),
      );
    },
    click(letter, channel, { seq: messageSeq, index, text }, done) {
      const nowMs = clock.nowMs();
      const bot = botOf(channel, text, nowMs);
      submit(
        letter,
        {
          type: "button.click-requested",
          nowMs,
          messageId: newMessageId(),
          externalId: letter.requestId,
          messageSeq,
          index,
          ...bot,
        },
        done,
        markOf(letter, `click ${messageSeq} ${index}`),
      );
    },
    leave(letter, { contact, text }, done) {
      const event = { type: "offline.message-left", nowMs: clock.nowMs(), contact, text } as const;
      submit(letter, event, done, markOf(letter, `offline ${JSON.stringify([contact, text])}`));
    },
    rate(letter, chatId, { rate, comment }, done) {
      const said = comment === null ? {} : { comment: { lineId: newMessageId(), text: comment } };
      const event = { type: "chat.rated", nowMs: clock.nowMs(), rate, ...said } as const;
      const idempotency = markOf(letter, `rate ${chatId} ${rate} ${comment ?? ""}`);
      if (chatId === null) submit(letter, event, done, idempotency);
      else submitTo(chatOfVisitor(letter, chatId), letter, event, done, idempotency);
    },
    see: (letter, chatId, seq, done) =>
      submitTo(chatOfVisitor(letter, chatId), letter, { type: "messages.seen", nowMs: clock.nowMs(), seq }, done),
    type: (letter, state, done) => submit(letter, { type: "typing.received", nowMs: clock.nowMs(), state }, done),
  };
}

const chatOfVisitor = ({ visitor: { conversation } }: Pick<VisitorLetter, "visitor">, chatId: ChatId): Target => ({
  kind: "actor",
  actor: chatAddress(chatId),
  conversation,
});

export const invitedBy = ({ text, department }: Exclude<VisitorText["invitation"], null>) => ({
  invitation: { id: newMessageId(), text },
  ...(department !== null && { department }),
});

/** The use of the control for an agent counts, regardless of the text. */
function botOf(channel: ChannelNow, text: string, nowMs: number, wantsAgent = false) {
  const { bot } = channel.settings;
  const content = { type: "text", text, media: null } as const;
  return bot === null ? {} : { bot: botSituationOf(channel, bot, content, nowMs, wantsAgent) };
}

/** The request's id identifies its content. */
export const markOf = ({ visitor, requestId }: VisitorLetter, said: string): IdempotencyMark => ({
  scope: visitor.conversation,
  key: requestId,
  fingerprint: fingerprintOf(Buffer.from(said)),
});

/** The chat an event was for, as its turn left it; `null` when none was open. */
export const chatOf = (outcome: Extract<TurnOutcome, { readonly ok: true }>): ChatContext | null =>
  outcome.actor === null || outcome.context === null ? null : (outcome.context as ChatContext);
