import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { DeskLeftAnswer, DeskOfflineMessage } from "../../../codec/desk/desk-offline.ts";
import type { Answer } from "../../shared/api/api.ts";
import { split, textsOf } from "../../shared/language/texts.ts";
import { Ago } from "../../shared/parts/ago.tsx";
import { cancel, press, underWay } from "../../shared/parts/press.ts";
import type { Sentences } from "../../shared/parts/sentences.ts";
import { isAbout, say } from "../../shared/parts/sentences.ts";
import { ErrorText, Field } from "../../shared/ui/field.tsx";
import { explained } from "../../shared/ui/tooltip.ts";
import { ChatsOfClient } from "../parts/chats-of-client.tsx";
import { submit, untried } from "../parts/form.ts";
import { mailAddress, phoneAddress } from "../parts/reach.ts";
import { tellFailure } from "../shell/notices.tsx";
import { answerLeft, changeLeft, isNewLeft, resendAnswer } from "../shell/steps/left-open.ts";
import { useDesk } from "../shell/use-desk.ts";
import { left } from "../texts/en/left.ts";
import { LeftState } from "./left-state.tsx";

const words = textsOf("left", left);
const text = textsOf("left", left);

interface MailComposerProps {
  readonly message: DeskOfflineMessage;
  readonly channelName: string;
  readonly onSent: (message: DeskOfflineMessage) => void;
  readonly onClose: () => void;
}

const sentencesOf = (): Sentences<{ readonly subject: string; readonly text: string }> => ({
  subject: words("subjectWrong"),
  text: words("textWrong"),
});

/** A mail to the author of the message, with the message as a quote. */
function MailComposer({ message, channelName, onSent, onClose }: MailComposerProps): JSX.Element {
  const desk = useDesk();
  const [subject, setSubject] = useState(words("subjectOf", { channel: channelName }));
  const [text, setText] = useState(quoted(message.text));
  const state = useSignal(untried);
  const key = useRef<string>(crypto.randomUUID());
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    area.current?.focus();
    area.current?.setSelectionRange(0, 0);
  }, []);
  const { failure, isBusy } = state.value;
  const sentences = sentencesOf();
  const errorOf = (field: keyof typeof sentences): string | null =>
    failure !== null && isAbout(failure, field) ? say(sentences[field], failure) : null;
  const send = async (): Promise<void> => {
    await submit(state, async () => {
      const answer = await answerLeft(desk, message.id, { subject, text }, key.current);
      if (answer.ok) onSent(answer.value.offlineMessage);
      return answer;
    });
  };
  // An edited mail is a new mail, different from the one that may have been sent.
  const edit = (set: (value: string) => void, value: string): void => {
    key.current = crypto.randomUUID();
    set(value);
  };
  const error = errorOf("subject") === null && errorOf("text") === null ? (failure?.message ?? null) : null;
  return (
    <form
      class="left-mail"
      aria-label={words("answerTo", { name: message.name ?? words("anonymous") })}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <p class="help">{words("to", { email: message.email ?? "" })}</p>
      <Field label={words("subject")} error={errorOf("subject")}>
        {(control) => (
          <input
            {...control}
            maxLength={200}
            required
            value={subject}
            onInput={(event) => edit(setSubject, event.currentTarget.value)}
          />
        )}
      </Field>
      <Field label={words("text")} error={errorOf("text")}>
        {(control) => (
          <textarea
            {...control}
            ref={area}
            rows={8}
            maxLength={10_000}
            required
            value={text}
            onInput={(event) => edit(setText, event.currentTarget.value)}
          />
        )}
      </Field>
      {error !== null && <ErrorText>{error}</ErrorText>}
      <p class="left-actions">
        <button type="submit" class="primary" aria-disabled={isBusy} {...explained(isBusy ? underWay() : undefined)}>
          {words("sendMail")}
        </button>
        <button type="button" onClick={onClose}>
          {cancel()}
        </button>
      </p>
    </form>
  );
}

const quoted = (text: string): string =>
  `\n\n${text
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n")}\n`;

interface LeftMessageProps {
  readonly message: DeskOfflineMessage;
  /** Whether a mail server is configured; null while this is unknown. */
  readonly canAnswer: boolean | null;
  readonly onChange: (message: DeskOfflineMessage) => void;
}

/** The author, the contact data, the text, and the answers of an offline message. */
export function LeftMessage({ message, canAnswer, onChange }: LeftMessageProps): JSX.Element {
  const desk = useDesk();
  const id = useId();
  const { channelId, clientNumber, name, email, phone, at, answers } = message;
  const channel = desk.surroundings.value.channels.find((one) => one.id === channelId);
  const channelName = channel?.name ?? channelId;
  const areChatsOpen = useSignal(false);
  const isWriting = useSignal(false);
  const isBusy = useSignal(false);
  const take = async (what: string, act: () => Promise<Answer<{ offlineMessage: DeskOfflineMessage }>>) => {
    if (isBusy.value) return;
    isBusy.value = true;
    const answer = await act();
    isBusy.value = false;
    if (answer.ok) onChange(answer.value.offlineMessage);
    else tellFailure(what, answer.failure);
  };
  const change = (body: { readonly ownerId?: number | null; readonly done?: boolean }): void =>
    void take(text("notChanged"), () => changeLeft(desk, message.id, body));
  const isNew = isNewLeft(message);
  return (
    <article
      id={`left-${message.id}`}
      class={isNew ? "card left-message new" : "card left-message"}
      aria-labelledby={id}
      tabIndex={-1}
    >
      <header>
        <h2 id={id}>{name ?? text("anonymous")}</h2>
        {isNew && <span class="badge good">{text("isNew")}</span>}
        <Ago atMs={at} />
      </header>
      <p class="left-text" translate={true}>
        {message.text}
      </p>
      <p class="reach">
        {email !== null && <Reach address={mailAddress(email)} words={email} />}
        {phone !== null && <Reach address={phoneAddress(phone)} words={phone} />}
        <span class="help">{channelName}</span>
        <button
          type="button"
          aria-expanded={areChatsOpen.value}
          onClick={() => (areChatsOpen.value = !areChatsOpen.value)}
        >
          {text("chatsOf", { number: `${clientNumber}` })}
        </button>
      </p>
      {areChatsOpen.value && <ChatsOfClient clientNumber={clientNumber} />}
      {answers.length > 0 && (
        <LeftAnswers
          message={message}
          isBusy={isBusy.value}
          onResend={(answerId) => void take(text("notSentAgain"), () => resendAnswer(desk, message.id, answerId))}
        />
      )}
      {isWriting.value ? (
        <MailComposer
          message={message}
          channelName={channelName}
          onClose={() => (isWriting.value = false)}
          onSent={(sent) => {
            isWriting.value = false;
            onChange(sent);
          }}
        />
      ) : (
        <LeftState
          message={message}
          canAnswer={canAnswer !== false}
          isBusy={isBusy.value}
          onChange={change}
          onWrite={() => (isWriting.value = true)}
        />
      )}
    </article>
  );
}

const Reach = ({ address, words }: { readonly address: string | null; readonly words: string }): JSX.Element =>
  address === null ? <span>{words}</span> : <a href={address}>{words}</a>;

interface LeftAnswersProps {
  readonly message: DeskOfflineMessage;
  readonly isBusy: boolean;
  readonly onResend: (answerId: string) => void;
}

/** The mails to the author of the message, each with its delivery state. */
const LeftAnswers = ({ message, isBusy, onResend }: LeftAnswersProps): JSX.Element => (
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
