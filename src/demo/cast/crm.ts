import { textAt } from "../json.ts";
import { Logs } from "./logs.ts";
import type { OwnersServer, SeenEvent } from "./owners-server.ts";
import { openOwnersServer } from "./owners-server.ts";
import type { Answer, Ending } from "./peer.ts";
import { refusal } from "./peer.ts";

/** The owner's server of the demo. It answers events with the shop's data about visitors. */
export interface Crm extends OwnersServer {
  /** The logs by user token, with which the shop identifies a visitor. */
  readonly logs: Logs;
  /** By user token, the name of the events whose first attempt the CRM refuses. */
  readonly failsFirst: Map<string, string>;
  /** The number of requests with a missing or wrong signature. */
  refusals(): number;
}

export const tokenOf = ({ fields }: SeenEvent): string => textAt(fields, "user_token");

/** It verifies each request before it uses anything; a repeat gets the same answer. Source: WH-39, WH-40. */
export async function openCrm(t: Ending, secret: string): Promise<Crm> {
  const logs = new Logs();
  const failsFirst = new Map<string, string>();
  let refusals = 0;
  const refuse = (): Answer => {
    refusals += 1;
    // The sender is unknown, so the default log records the request.
    logs.of("")?.note("The CRM received an event without a valid signature, and answered 401.");
    return refusal(401, "unauthorized", "The signature is missing or wrong.");
  };
  const server = await openOwnersServer(
    t,
    (event, number) => {
      if (!event.isVerified) return refuse();
      const mustFail = number === 1 && failsFirst.get(tokenOf(event)) === event.event;
      return mustFail
        ? refusal(500, "out_of_order", "The CRM fails on purpose.")
        : { status: 200, body: answerTo(event) };
    },
    {
      secret,
      observer: {
        came(event) {
          if (event.isVerified)
            logs.of(tokenOf(event))?.request("parley", "crm", event.method, event.path, event.fields);
        },
        answered(event, status, body) {
          if (!event.isVerified) return;
          const isRepeat = server.seen.filter(({ id }) => id === event.id).length > 1;
          const log = logs.of(tokenOf(event));
          log?.note(
            `^ valid signature; webhook-id ${event.id}, attempt ${event.attempt}${isRepeat ? ", received before" : ""}`,
          );
          log?.answer("parley", "crm", status, body);
        },
      },
    },
  );
  return { ...server, logs, failsFirst, refusals: () => refusals };
}

const ok = { result: "ok" } as const;

/** The link to the card of a visitor. The service assigned `visitorNumber`. */
export const cardLink = (visitorNumber: string): string => `https://crm.shop.example/cards/${visitorNumber}`;

/** The CRM's data about a visitor that the shop identified by a token. */
export const ordersRow = { title: "Orders", content: "3 open, 11 closed" } as const;

/** The answer to an accepted event: ok, with a card if the event is `chat_accepted`. Unknown events get ok too. Source: WH-24, WH-31. */
const answerTo = (event: SeenEvent): object => (event.event === "chat_accepted" ? { ...ok, ...toCard(event) } : ok);

/** The CRM's data about the visitor of a chat. Source: WH-25, WH-26, WH-28, WH-29. */
function toCard(event: SeenEvent): object {
  const userToken = tokenOf(event);
  const link = cardLink(textAt(event.fields, "visitor", "number"));
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
