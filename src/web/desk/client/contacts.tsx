import type { JSX } from "preact";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { mailAddress, phoneAddress } from "../parts/reach.ts";
import { clientTexts } from "../texts/en/client.ts";
import { ContactField, ProvedMark } from "./contact-field.tsx";

const text = textsOf("client", clientTexts);

/** Source: CH-27. */
const nameOfNameless = "Anonymous";

/** The contact data of the client, proved, from the client or corrected by agents. Source: CH-28, WJ-14, WJ-15, WJ-49, WH-26. */
export function Contacts({ chat }: { readonly chat: DeskChat }): JSX.Element {
  const { client, id, state } = chat;
  const shared = { chatId: id, isOpen: state !== "closed" };
  return (
    <section class="contacts" aria-label={text("contacts")}>
      <h3>{text("contacts")}</h3>
      {client.proved !== undefined && (
        <div class="contact">
          <span class="help">{text("provedId")}</span>
          <span class="value" dir="auto">
            {client.proved.id} <ProvedMark />
          </span>
        </div>
      )}
      <ContactField
        {...shared}
        field="name"
        isProved={client.proved?.name === true}
        label={text("name")}
        value={client.name === nameOfNameless ? null : client.name}
        href={null}
      />
      <ContactField
        {...shared}
        field="email"
        isProved={client.proved?.email === true}
        label={text("email")}
        value={client.email}
        href={client.email === null ? null : mailAddress(client.email)}
      />
      <ContactField
        {...shared}
        field="phone"
        isProved={client.proved?.phone === true}
        label={text("phone")}
        value={client.phone}
        href={client.phone === null ? null : phoneAddress(client.phone)}
      />
      {!shared.isOpen && isNothingKnown(chat) && <p class="help">{text("noneKnown")}</p>}
      <ContactField
        {...shared}
        field="description"
        label={text("description")}
        value={client.description}
        href={null}
      />
    </section>
  );
}

const isNothingKnown = ({ client: { name, email, phone, description } }: DeskChat): boolean =>
  name === nameOfNameless && email === null && phone === null && description === null;
