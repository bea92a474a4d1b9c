import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ApiFailure } from "../../shared/api/api.ts";
import { isInputMethod } from "../../shared/browser/input-events.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { cancel, underWay } from "../../shared/parts/press.ts";
import type { Sentences } from "../../shared/parts/sentences.ts";
import { isAbout, say } from "../../shared/parts/sentences.ts";
import { Field } from "../../shared/ui/field.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { explained, named } from "../../shared/ui/tooltip.ts";
import type { FormState } from "../parts/form.ts";
import { submit, untried } from "../parts/form.ts";
import { useCommands } from "../shell/commands/commands.ts";
import { useDesk } from "../shell/use-desk.ts";
import { clientTexts } from "../texts/en/client.ts";
import { changeContact } from "./step.ts";

const text = textsOf("client", clientTexts);

type ContactKey = "name" | "email" | "phone" | "description";

interface ContactFieldProps {
  readonly chatId: string;
  readonly field: ContactKey;
  readonly label: string;
  readonly value: string | null;
  /** The link of the value. */
  readonly href: string | null;
  /** False for a closed chat, whose fields cannot be edited. */
  readonly isOpen: boolean;
  /** Whether a token of the web site proved the value. */
  readonly isProved?: boolean;
}

/** The mark of a value that the web site's server has proved. Its words are read aloud like the value. Source: WJ-49. */
export const ProvedMark = (): JSX.Element => (
  <span class="badge good" title={text("provedTitle")}>
    <Icon name="check" />
    {text("proved")}
  </span>
);

/** One field of the client, edited in place. Typed text is kept until it is saved or discarded. */
export function ContactField(props: ContactFieldProps): JSX.Element | null {
  const { chatId, field, label, value, href, isOpen, isProved = false } = props;
  const { kept } = useDesk();
  const name = `contact.${chatId}.${field}`;
  const draft = kept.of(name).value;
  const change = useRef<HTMLButtonElement>(null);
  /** The focus moves only when this agent opened or closed the field. */
  const isFocusDue = useSignal(false);
  const isEditing = isOpen && draft !== null;
  const begin = (): void => {
    isFocusDue.value = true;
    kept.set(name, value ?? "");
  };
  const end = (): void => {
    isFocusDue.value = true;
    kept.set(name, null);
  };
  useLayoutEffect(() => {
    if (isEditing || !isFocusDue.peek()) return;
    isFocusDue.value = false;
    change.current?.focus();
  }, [isEditing]);
  const what = `${value === null ? "add" : "change"}${nouns[field]}` as const;
  useCommands(
    isOpen && !isEditing
      ? [{ id: `contact ${field}`, title: text(`${what}Of`), group: text("title"), run: begin }]
      : [],
    [isOpen, isEditing, what, name],
  );
  if (isEditing) {
    const given = { chatId, field, label, value, draft };
    return (
      <ContactForm
        {...given}
        isFocused={isFocusDue.peek()}
        onInput={(typed) => kept.set(name, typed)}
        onFocused={() => {
          isFocusDue.value = false;
        }}
        onEnd={end}
      />
    );
  }
  if (value === null && !isOpen) return null;
  return (
    <div class="contact">
      <span class="help">{label}</span>
      <span class="value" dir={directions[field]}>
        {value !== null && (href === null ? value : <a href={href}>{breakable(value)}</a>)} {isProved && <ProvedMark />}
      </span>
      {isOpen && (
        <button ref={change} type="button" class="icon-button" {...named(text(what))} onClick={begin}>
          <Icon name={value === null ? "plus" : "edit"} />
        </button>
      )}
    </div>
  );
}

/** A long address goes on in the next line from its @. */
function breakable(value: string): ComponentChildren {
  const at = value.lastIndexOf("@");
  return at < 1 ? value : [value.slice(0, at), <wbr key="break" />, value.slice(at)];
}

const nouns = { name: "Name", email: "Email", phone: "Phone", description: "Description" } as const;

interface ContactFormProps {
  readonly chatId: string;
  readonly field: ContactKey;
  readonly label: string;
  /** The current value. The client may change it while the agent types. */
  readonly value: string | null;
  readonly draft: string;
  readonly isFocused: boolean;
  readonly onInput: (text: string) => void;
  readonly onFocused: () => void;
  readonly onEnd: () => void;
}

/** Enter saves, Escape cancels; in a text of several lines Ctrl+Enter saves. */
function ContactForm(props: ContactFormProps): JSX.Element {
  const { chatId, field, label, value, draft, isFocused, onInput, onFocused, onEnd } = props;
  const desk = useDesk();
  const state = useSignal<FormState>(untried);
  const before = useRef(value);
  const control = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (!isFocused) return;
    control.current?.focus();
    control.current?.select();
    onFocused();
  }, []);
  const save = async (): Promise<void> => {
    if (checkContact[field](draft) !== null) return control.current?.focus();
    const isSaved = await submit(state, () => changeContact(desk, chatId, { [field]: draft }));
    if (isSaved) onEnd();
    else control.current?.focus();
  };
  const hear = (event: KeyboardEvent): void => {
    if (isInputMethod(event)) return;
    if (event.key === "Escape") {
      event.preventDefault();
      onEnd();
    } else if (event.key === "Enter" && (field !== "description" || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      void save();
    }
  };
  const { failure, isBusy } = state.value;
  const shared = {
    ref: control,
    value: draft,
    dir: directions[field],
    onKeyDown: hear,
    onInput: (event: { readonly currentTarget: { readonly value: string } }) => {
      // The service's error was about the previous value.
      if (!isBusy) state.value = untried;
      onInput(event.currentTarget.value);
    },
  };
  return (
    <form
      class="contact-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        label={label}
        error={failure === null ? checkContact[field](draft) : sayContact(failure, field)}
        {...(value !== before.current && {
          help: value === null ? text("takenAway") : text("changedMeanwhile", { value }),
        })}
      >
        {(control) =>
          field === "description" ? (
            <textarea {...control} {...shared} rows={4} />
          ) : (
            <input {...control} {...shared} inputMode={keyboards[field]} autocomplete="off" spellcheck={false} />
          )
        }
      </Field>
      <div class="actions">
        <button type="submit" class="primary" aria-disabled={isBusy} {...explained(isBusy ? underWay() : undefined)}>
          {text(isBusy ? "saving" : "save")}
        </button>
        <button type="button" onClick={onEnd}>
          {cancel()}
        </button>
      </div>
    </form>
  );
}

type ContactValues = Readonly<Record<ContactKey, string>>;

const tooLong = (charactersMax: number): string => text("tooLong", { n: charactersMax });
const checkLength =
  (charactersMax: number) =>
  (value: string): string | null =>
    [...value].length > charactersMax ? tooLong(charactersMax) : null;

const checkContact: { readonly [Key in ContactKey]: (value: string) => string | null } = {
  name: checkLength(255),
  email: checkLength(255),
  phone: checkLength(255),
  description: checkLength(1_000),
};
const sentences = (): Sentences<ContactValues> => ({
  name: tooLong(255),
  email: tooLong(255),
  phone: tooLong(255),
  description: tooLong(1_000),
});

const sayContact = (failure: ApiFailure, field: ContactKey): string =>
  isAbout(failure, field) ? say(sentences()[field], failure) : failure.message;

const keyboards = { name: "text", email: "email", phone: "tel" } as const;

/** The text direction of each field in every page language. For example, a phone number always starts with its plus sign. */
const directions = {
  name: "auto",
  email: "ltr",
  phone: "ltr",
  description: "auto",
} as const satisfies Record<ContactKey, "auto" | "ltr">;
