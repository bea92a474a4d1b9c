import type { JSX } from "preact";
import type { Viewed } from "../view.types.ts";
import type { Mistakes, Values } from "./form.tsx";
import { emailMistake, Form } from "./form.tsx";

const check = (values: Values): Mistakes =>
  Object.values(values).every((value) => value === "") ? { name: "needAny" } : emailMistake(values);

/** The contacts form. It opens after the first answer, or when nobody answers. Source: WJ-36. */
export function ContactsForm({ view: { model, actions, speech } }: Viewed): JSX.Element {
  const { words } = speech;
  return (
    <Form
      words={words}
      title={words.contactsTitle}
      fields={["name", "email", "phone", "description"]}
      known={model.contact}
      submit={words.save}
      isUnasked
      check={check}
      run={async ({ message: _, ...fields }) => {
        actions.giveContacts(fields);
        return null;
      }}
      beside={
        <button type="button" onClick={actions.skipContacts}>
          {words.skip}
        </button>
      }
    />
  );
}
