import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import type { Unsent } from "../../data/outbox/outbox.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { conversationTexts } from "../../texts/en/conversation.ts";
import { UnsentMessage } from "../message/unsent-message.tsx";

const text = textsOf("conversation", conversationTexts);

interface UnsentMessagesProps {
  /** The unsent messages of this chat, without those among its messages already. */
  readonly unsent: readonly Unsent[];
  readonly onTakeBack: (message: Unsent) => void;
}

/** Messages that the service has not accepted yet, after all others. */
export function UnsentMessages({ unsent, onTakeBack }: UnsentMessagesProps): JSX.Element {
  const { outbox, link } = useDesk();
  const isConnected = link.state.value === "live";
  return (
    <>
      {unsent.map((message, index) => (
        <UnsentMessage
          key={message.id}
          message={message}
          waitsFor={waitsFor(message, unsent.slice(0, index), isConnected)}
          onRetry={() => outbox.retry(message.id)}
          onTakeBack={() => onTakeBack(message)}
          onDiscard={() => outbox.discard(message.id)}
        />
      ))}
    </>
  );
}

/** A refused message delays later messages of its kind. */
function waitsFor({ isNote }: Unsent, before: readonly Unsent[], isConnected: boolean): string {
  if (before.some((one) => one.refusal !== null && one.isNote === isNote)) return text("waitsForBefore");
  return text(isConnected ? "sending" : "waitsForConnection");
}
