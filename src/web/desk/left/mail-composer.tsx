import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { DeskOfflineMessage } from "../../../codec/desk/desk-offline.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { Field } from "../../shared/parts/field.tsx";
import { underWay } from "../../shared/parts/press.ts";
import type { Sentences } from "../../shared/parts/sentences.ts";
import { isAbout, say } from "../../shared/parts/sentences.ts";
import { submit, untried } from "../parts/form.ts";
import { answerLeft } from "../shell/steps/left-steps.ts";
import { useDesk } from "../shell/use-desk.ts";
import { left } from "../texts/en/left.ts";

const words = textsOf("left", left);

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
export function MailComposer({ message, channelName, onSent, onClose }: MailComposerProps): JSX.Element {
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
      {error !== null && (
        <p class="error" role="alert">
          {error}
        </p>
      )}
      <p class="left-actions">
        <button type="submit" class="primary" aria-disabled={isBusy} title={isBusy ? underWay() : undefined}>
          {words("sendMail")}
        </button>
        <button type="button" onClick={onClose}>
          {words("cancel")}
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
