import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { Icon } from "../../../shared/parts/icon.tsx";
import type { Unsent } from "../../data/outbox/outbox.ts";
import { messageTexts } from "../../texts/en/message.ts";
import { LiteralText } from "./said-text.tsx";

const text = textsOf("message", messageTexts);

export interface UnsentProps {
  readonly message: Unsent;
  /** The reason for the wait, in words, unless the message was refused. */
  readonly waitsFor: string;
  readonly onRetry: () => void;
  readonly onTakeBack: () => void;
  readonly onDiscard: () => void;
}

/** A message of the agent that the service has not accepted yet. */
export function UnsentMessage(props: UnsentProps): JSX.Element {
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
        <Icon name="warning" /> {text("notSent", { reason: message.refusal?.message ?? "" })}
      </span>
      <button type="button" class="small" onClick={onRetry}>
        {text("tryAgain")}
      </button>
      {message.content.file_name === undefined && (
        <button type="button" class="small" onClick={onTakeBack}>
          {text("backToDraft")}
        </button>
      )}
      <button type="button" class="small" onClick={onDiscard}>
        {text("discard")}
      </button>
    </div>
  );
}
