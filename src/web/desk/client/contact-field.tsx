import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { Icon } from "../../shared/parts/icon.tsx";
import { useCommands } from "../shell/commands/commands.ts";
import { useDesk } from "../shell/use-desk.ts";
import { clientTexts } from "../texts/en/client.ts";
import { ContactForm } from "./contact-form.tsx";
import { directions } from "./directions.ts";

const text = textsOf("client", clientTexts);

export type ContactKey = "name" | "email" | "phone" | "description";

interface ContactFieldProps {
  readonly chatId: string;
  readonly field: ContactKey;
  readonly label: string;
  readonly value: string | null;
  /** The link of the value. */
  readonly href: string | null;
  /** False for a closed chat, whose fields cannot be edited. */
  readonly isOpen: boolean;
}

/** One field of the client, edited in place. Typed text is kept until it is saved or discarded. */
export function ContactField({ chatId, field, label, value, href, isOpen }: ContactFieldProps): JSX.Element | null {
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
        {value !== null && (href === null ? value : <a href={href}>{value}</a>)}
      </span>
      {isOpen && (
        <button ref={change} type="button" class="quiet" aria-label={text(what)} title={text(what)} onClick={begin}>
          <Icon name={value === null ? "plus" : "edit"} />
        </button>
      )}
    </div>
  );
}

const nouns = { name: "Name", email: "Email", phone: "Phone", description: "Description" } as const;
