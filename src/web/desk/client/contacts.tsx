import type { JSX } from "preact";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { mailAddress, phoneAddress } from "../parts/reach.ts";
import { ContactField } from "./contact-field.tsx";

/** Source: CH-27. */
const nameOfNameless = "Anonymous";

/** How to reach the client: as it told itself, or as agents corrected it. Source: CH-28, WJ-14, WJ-15, WH-26. */
export function Contacts({ chat }: { readonly chat: DeskChat }): JSX.Element {
  const { client, id, state } = chat;
  const shared = { chatId: id, isOpen: state !== "closed" };
  return (
    <section class="contacts" aria-label="Contacts">
      <h3>Contacts</h3>
      <ContactField
        {...shared}
        field="name"
        label="Name"
        value={client.name === nameOfNameless ? null : client.name}
        href={null}
      />
      <ContactField
        {...shared}
        field="email"
        label="E-mail"
        value={client.email}
        href={client.email === null ? null : mailAddress(client.email)}
      />
      <ContactField
        {...shared}
        field="phone"
        label="Phone"
        value={client.phone}
        href={client.phone === null ? null : phoneAddress(client.phone)}
      />
      {!shared.isOpen && isNothingKnown(chat) && <p class="help">The client told none.</p>}
      <ContactField {...shared} field="description" label="About" value={client.description} href={null} />
    </section>
  );
}

const isNothingKnown = ({ client: { name, email, phone, description } }: DeskChat): boolean =>
  name === nameOfNameless && email === null && phone === null && description === null;
