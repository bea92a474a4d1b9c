import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { Failed, tryAgain } from "../../../shared/parts/missing.tsx";
import type { Conversation } from "../../data/conversations.ts";
import { Nothing } from "../../shell/nothing.tsx";
import { useDesk } from "../../shell/use-desk.ts";
import { conversationTexts } from "../../texts/en/conversation.ts";

const text = textsOf("conversation", conversationTexts);

interface LogStateProps {
  readonly conversation: Conversation;
}

/** The text above the messages: loading, failed, or empty. */
export function LogState({ conversation }: LogStateProps): JSX.Element | null {
  const { conversations } = useDesk();
  const { chatId, loading, messages } = conversation;
  const isEmpty = messages.value.length === 0;
  if (typeof loading.value === "object")
    return (
      <Failed look="empty" onRetry={() => void conversations.retry(chatId)}>
        {text(isEmpty ? "messagesFailed" : "meanwhileFailed", { reason: loading.value.message })}
      </Failed>
    );
  if (isEmpty && loading.value === "loading") return <Skeleton />;
  if (isEmpty) return <Nothing>{text("nothingSaid")}</Nothing>;
  return <Older conversation={conversation} />;
}

/** Older messages are loading, or could not be loaded. */
function Older({ conversation }: LogStateProps): JSX.Element | null {
  const { conversations } = useDesk();
  const { chatId, hasOlder, loadingOlder } = conversation;
  const { value } = loadingOlder;
  if (typeof value === "object")
    return (
      <div class="older" role="alert">
        <p>{text("olderFailed", { reason: value.message })}</p>
        <button type="button" class="small" onClick={() => void conversations.loadOlder(chatId)}>
          {tryAgain()}
        </button>
      </div>
    );
  return hasOlder.value ? <p class="older">{value === "loading" ? text("loadingOlder") : ""}</p> : null;
}

const Skeleton = (): JSX.Element => (
  <div class="skeleton" role="status">
    <span class="hush">{text("loading")}</span>
    {["their", "their", "own", "their"].map((side, index) => (
      <i key={`${side} ${index}`} class={side} />
    ))}
  </div>
);

/** The client is writing now. Source: CH-48. */
export function ClientTyping({ chatId, name }: { readonly chatId: string; readonly name: string }): JSX.Element {
  const isTyping = useDesk().typing.of(chatId).value;
  return (
    <p class="client-typing" role="status">
      {isTyping && <i aria-hidden="true" />}
      {isTyping && <span dir="auto">{text("isTyping", { name })}</span>}
    </p>
  );
}
