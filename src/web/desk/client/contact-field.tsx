import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Icon } from "../../shared/parts/icon.tsx";
import { useCommands } from "../shell/commands/commands.ts";
import { useDesk } from "../shell/use-desk.ts";
import { ContactForm } from "./contact-form.tsx";

export type ContactKey = "name" | "email" | "phone" | "description";

interface ContactFieldProps {
  readonly chatId: string;
  readonly field: ContactKey;
  readonly label: string;
  readonly value: string | null;
  /** Where a click on the value leads. */
  readonly href: string | null;
  /** A closed chat keeps what it had. */
  readonly isOpen: boolean;
}

/** One thing known of the client, changed in its place. What is typed is kept until it is saved or given up. */
export function ContactField({ chatId, field, label, value, href, isOpen }: ContactFieldProps): JSX.Element | null {
  const { kept } = useDesk();
  const name = `contact.${chatId}.${field}`;
  const draft = kept.of(name).value;
  const change = useRef<HTMLButtonElement>(null);
  /** The focus follows whoever opened or closed the field, nobody else. */
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
  const what = `${value === null ? "Add" : "Change"} ${nouns[field]}`;
  useCommands(
    isOpen && !isEditing
      ? [{ id: `contact ${field}`, title: `${what} of the client`, group: "Client", run: begin }]
      : [],
    [isOpen, isEditing, what, name],
  );
  if (isEditing) {
    const given = { chatId, field, label, value, draft };
    return (
      <ContactForm
        {...given}
        isFocused={isFocusDue.peek()}
        onInput={(text) => kept.set(name, text)}
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
      <span class="value">{value !== null && (href === null ? value : <a href={href}>{value}</a>)}</span>
      {isOpen && (
        <button ref={change} type="button" class="quiet" aria-label={what} title={what} onClick={begin}>
          <Icon name={value === null ? "plus" : "edit"} />
        </button>
      )}
    </div>
  );
}

const nouns = { name: "name", email: "e-mail", phone: "phone", description: "description" } as const;
