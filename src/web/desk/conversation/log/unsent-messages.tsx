import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import type { Unsent } from "../../data/outbox/outbox.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { conversationTexts } from "../../texts/en/conversation.ts";
import { UnsentMessage } from "../message/unsent-message.tsx";

const text = textsOf("conversation", conversationTexts);

interface UnsentMessagesProps {
  /** Those of this chat that do not stand among its messages already. */
  readonly unsent: readonly Unsent[];
  readonly onTakeBack: (message: Unsent) => void;
}

/** What the service has not taken yet, behind everything it has. */
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

/** What was refused holds up what was written of its kind behind it. */
function waitsFor({ isNote }: Unsent, before: readonly Unsent[], isConnected: boolean): string {
  if (before.some((one) => one.refusal !== null && one.isNote === isNote)) return text("waitsForBefore");
  return text(isConnected ? "sending" : "waitsForConnection");
}
