import { textAt } from "../json.ts";
import type { CrmEvent } from "./crm-event.ts";

const ok = { result: "ok" } as const;

/** The link to the card of a visitor. The service assigned `visitorNumber`. */
export const cardLink = (visitorNumber: string): string => `https://crm.shop.example/cards/${visitorNumber}`;

/** The CRM's data about a visitor that the shop identified by a token. */
export const ordersRow = { title: "Orders", content: "3 open, 11 closed" } as const;

/** The answer to an accepted event: ok, with a card if the event is `chat_accepted`. Unknown events get ok too. Source: WH-24, WH-31. */
export const answerTo = (event: CrmEvent): object =>
  event.name === "chat_accepted" ? { ...ok, ...toCard(event) } : ok;

/** The CRM's data about the visitor of a chat. Source: WH-25, WH-26, WH-28, WH-29. */
function toCard({ userToken, body }: CrmEvent): object {
  const link = cardLink(textAt(body, "visitor", "number"));
  const binding = { enable_assign: true, crm_link: link };
  if (userToken === "")
    return { custom_data: [{ title: "Orders", content: "none yet" }], contact_info: [], ...binding };
  return {
    custom_data: [ordersRow, { key: "Card", content: "Gold", link: `${link}/loyalty` }],
    contact_info: { name: nameOf(userToken) },
    ...binding,
    page: { url: "https://shop.example/orders/1042", title: "Order 1042" },
  };
}

/** The shop's tokens begin with the visitor's first name. */
function nameOf(userToken: string): string {
  const [name = ""] = userToken.split("-");
  return `${name.charAt(0).toUpperCase()}${name.slice(1)} Moss`;
}
