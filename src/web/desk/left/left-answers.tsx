import type { JSX } from "preact";
import type { DeskLeftAnswer, DeskOfflineMessage } from "../../../codec/desk/desk-offline.ts";
import { split, textsOf } from "../../shared/language/texts.ts";
import { Ago } from "../../shared/parts/ago.tsx";
import { press, underWay } from "../../shared/parts/press.ts";
import { left } from "../texts/en/left.ts";

const text = textsOf("left", left);

interface LeftAnswersProps {
  readonly message: DeskOfflineMessage;
  readonly isBusy: boolean;
  readonly onResend: (answerId: string) => void;
}

/** The mails to the author of the message, each with its delivery state. */
export const LeftAnswers = ({ message, isBusy, onResend }: LeftAnswersProps): JSX.Element => (
  <ol class="left-answers" aria-label={text("answers")}>
    {message.answers.map((answer) => (
      <li key={answer.id} class={answer.state}>
        <p class="left-answer-head">
          <strong>{answer.subject}</strong>
          <span class="help">
            {split(text("byAgent", { name: answer.agent.name, time: "{time}" }), { time: <Ago atMs={answer.at} /> })}
          </span>
        </p>
        <details>
          <summary>{text("textOfMail")}</summary>
          <p class="left-text">{answer.text}</p>
        </details>
        <p class={answer.state === "failed" ? "error" : "help"} role="status">
          {wordsOf(answer)}
          {answer.state === "failed" && (
            <button type="button" {...press(isBusy ? underWay() : null, () => onResend(answer.id))}>
              {text("sendAgain")}
            </button>
          )}
        </p>
      </li>
    ))}
  </ol>
);

function wordsOf({ state, attempts, error }: DeskLeftAnswer): string {
  if (state === "sent") return text("sent");
  if (state === "failed") return error === null ? text("notSent") : text("notSentWhy", { reason: error.message });
  return error === null ? text("beingSent") : text("beingSentAgain", { count: attempts, reason: error.message });
}
