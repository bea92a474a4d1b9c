import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { tryAgain } from "../../../shared/parts/missing.tsx";
import { Icon } from "../../../shared/ui/icon.tsx";
import type { Unsent } from "../../data/unsent.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { conversationTexts } from "../../texts/en/conversation.ts";
import { messageTexts } from "../../texts/en/message.ts";
import { LiteralText } from "../message/said-text.tsx";

const text = textsOf("conversation", conversationTexts);
const messageText = textsOf("message", messageTexts);

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

interface UnsentProps {
  readonly message: Unsent;
  /** The reason for the wait, in words, unless the message was refused. */
  readonly waitsFor: string;
  readonly onRetry: () => void;
  readonly onTakeBack: () => void;
  readonly onDiscard: () => void;
}

/** A message of the agent that the service has not accepted yet. */
function UnsentMessage(props: UnsentProps): JSX.Element {
  const { message, waitsFor } = props;
  const { id, isNote, content, refusal } = message;
  const { text: said = "", file_name } = content;
  return (
    <li class={`message unsent ${isNote ? "note" : "from-agent"}`} data-unsent={id}>
      <div class="line">
        <div class="bubble">
          {file_name !== undefined && (
            <p class="file">
              <Icon name="file" /> {file_name}
            </p>
          )}
          {said !== "" && <LiteralText text={said} />}
        </div>
      </div>
      {refusal === null ? (
        <p class="meta">
          <Icon name="clock" /> {waitsFor}
        </p>
      ) : (
        <Refused {...props} />
      )}
    </li>
  );
}

function Refused({ message, onRetry, onTakeBack, onDiscard }: UnsentProps): JSX.Element {
  return (
    <div class="way failed" role="alert">
      <span class="words">
        <Icon name="warning" /> {messageText("notSent", { reason: message.refusal?.message ?? "" })}
      </span>
      <button type="button" class="small" onClick={onRetry}>
        {tryAgain()}
      </button>
      {message.content.file_name === undefined && (
        <button type="button" class="small" onClick={onTakeBack}>
          {messageText("backToDraft")}
        </button>
      )}
      <button type="button" class="small" onClick={onDiscard}>
        {messageText("discard")}
      </button>
    </div>
  );
}
