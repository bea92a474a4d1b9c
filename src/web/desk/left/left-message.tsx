import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useId } from "preact/hooks";
import type { DeskOfflineMessage } from "../../../codec/desk/desk-offline.ts";
import type { Answer } from "../../shared/api/api.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { Ago } from "../../shared/parts/ago.tsx";
import { ChatsOfClient } from "../parts/chats-of-client.tsx";
import { mailAddress, phoneAddress } from "../parts/reach.ts";
import { tellFailure } from "../shell/notices.tsx";
import { isNewLeft } from "../shell/steps/left-open.ts";
import { changeLeft, resendAnswer } from "../shell/steps/left-steps.ts";
import { useDesk } from "../shell/use-desk.ts";
import { left } from "../texts/en/left.ts";
import { LeftAnswers } from "./left-answers.tsx";
import { LeftState } from "./left-state.tsx";
import { MailComposer } from "./mail-composer.tsx";

const text = textsOf("left", left);

interface LeftMessageProps {
  readonly message: DeskOfflineMessage;
  /** Whether a mail server is configured; null while this is unknown. */
  readonly canAnswer: boolean | null;
  readonly onChange: (message: DeskOfflineMessage) => void;
}

/** The author, the contact data, the text, and the answers of a left message. */
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
      class={isNew ? "left-message new" : "left-message"}
      aria-labelledby={id}
      tabIndex={-1}
    >
      <header>
        <h2 id={id}>{name ?? text("anonymous")}</h2>
        {isNew && <span class="mark">{text("isNew")}</span>}
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
          whyNoMail={whyNoMail(message, canAnswer)}
          isBusy={isBusy.value}
          onChange={change}
          onWrite={() => (isWriting.value = true)}
        />
      )}
    </article>
  );
}

/** The reason why the message cannot be answered by mail; null if it can. */
function whyNoMail({ email }: DeskOfflineMessage, canAnswer: boolean | null): string | null {
  if (email === null || email === "") return text("noAddress");
  return canAnswer === false ? text("noMailServer") : null;
}

const Reach = ({ address, words }: { readonly address: string | null; readonly words: string }): JSX.Element =>
  address === null ? <span>{words}</span> : <a href={address}>{words}</a>;
