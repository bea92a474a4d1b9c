import type { JSX } from "preact";
import type { Conversation } from "../../data/conversations/conversations.ts";
import { Nothing } from "../../shell/nothing.tsx";
import { useDesk } from "../../shell/use-desk.ts";

interface LogStateProps {
  readonly conversation: Conversation;
}

/** What stands above the messages: that they are loading, failed to, or that there are none. */
export function LogState({ conversation }: LogStateProps): JSX.Element | null {
  const { conversations } = useDesk();
  const { chatId, loading, messages } = conversation;
  const isEmpty = messages.value.length === 0;
  if (typeof loading.value === "object")
    return (
      <div class="empty" role="alert">
        <p>
          {isEmpty ? "The messages could not be loaded." : "What was said meanwhile could not be loaded."}{" "}
          {loading.value.message}
        </p>
        <button type="button" onClick={() => void conversations.retry(chatId)}>
          Try again
        </button>
      </div>
    );
  if (isEmpty && loading.value === "loading") return <Skeleton />;
  if (isEmpty) return <Nothing>Nothing was said in this chat yet.</Nothing>;
  return <Older conversation={conversation} />;
}

/** What came before is on its way, or could not be loaded. */
function Older({ conversation }: LogStateProps): JSX.Element | null {
  const { conversations } = useDesk();
  const { chatId, hasOlder, loadingOlder } = conversation;
  const { value } = loadingOlder;
  if (typeof value === "object")
    return (
      <div class="older" role="alert">
        <p>Older messages could not be loaded. {value.message}</p>
        <button type="button" class="small" onClick={() => void conversations.loadOlder(chatId)}>
          Try again
        </button>
      </div>
    );
  return hasOlder.value ? <p class="older">{value === "loading" ? "Loading older messages…" : ""}</p> : null;
}

const Skeleton = (): JSX.Element => (
  <div class="skeleton" role="status">
    <span class="hush">Loading messages…</span>
    {["their", "their", "own", "their"].map((side, index) => (
      <i key={`${side} ${index}`} class={side} />
    ))}
  </div>
);
