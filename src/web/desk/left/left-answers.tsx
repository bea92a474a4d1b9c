import type { JSX } from "preact";
import type { DeskLeftAnswer, DeskOfflineMessage } from "../../../codec/desk/desk-offline.ts";
import { Ago } from "../../shared/parts/ago.tsx";
import { press, underWay } from "../../shared/parts/press.ts";

interface LeftAnswersProps {
  readonly message: DeskOfflineMessage;
  readonly isBusy: boolean;
  readonly onResend: (answerId: string) => void;
}

/** The mails to whoever left the message, and what became of each. */
export const LeftAnswers = ({ message, isBusy, onResend }: LeftAnswersProps): JSX.Element => (
  <ol class="left-answers" aria-label="Answers">
    {message.answers.map((answer) => (
      <li key={answer.id} class={answer.state}>
        <p class="left-answer-head">
          <strong>{answer.subject}</strong>
          <span class="help">
            {answer.agent.name}, <Ago atMs={answer.at} />
          </span>
        </p>
        <details>
          <summary>Text of the mail</summary>
          <p class="left-text">{answer.text}</p>
        </details>
        <p class={answer.state === "failed" ? "error" : "help"} role="status">
          {wordsOf(answer)}
          {answer.state === "failed" && (
            <button type="button" {...press(isBusy ? underWay() : null, () => onResend(answer.id))}>
              Send again
            </button>
          )}
        </p>
      </li>
    ))}
  </ol>
);

function wordsOf({ state, attempts, error }: DeskLeftAnswer): string {
  if (state === "sent") return "Sent by mail.";
  if (state === "failed") return `Not sent${error === null ? "." : `: ${error.message}`}`;
  return error === null ? "Being sent." : `Being sent: attempt ${attempts} failed, and is made again. ${error.message}`;
}
