import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { now } from "../../shared/parts/now.ts";
import { useCommands } from "../shell/commands/commands.ts";
import { Nothing } from "../shell/nothing.tsx";
import { go, route } from "../shell/route.ts";
import { useDesk } from "../shell/use-desk.ts";
import { deliveries } from "../texts/en/deliveries.ts";
import { DeliveryDetails } from "./delivery-details.tsx";
import { createDeliveryList } from "./delivery-list.ts";
import { DeliveryRow } from "./delivery-row.tsx";
import { Filters } from "./filters.tsx";
import { everything, placeOfQuery, readQuery } from "./query.ts";
import { UnseenLine } from "./unseen-line.tsx";

const text = textsOf("deliveries", deliveries);

/** The deliveries of the service to customer systems, bots and owners' servers, with each attempt. Source: DEL-28. */
export function Deliveries(): JSX.Element {
  const desk = useDesk();
  const list = useMemo(() => createDeliveryList(desk), [desk]);
  const rows = useRef<HTMLUListElement>(null);
  const { parts, query: given } = route.value;
  const [openId] = parts;
  const query = readQuery(given);
  const place = placeOfQuery(query);
  useEffect(() => void list.start(query), [place]);
  useEffect(() => list.stop, [list]);
  // The socket does not report events and mails, so that the newest are reread while the page is visible.
  useEffect(() => void list.refresh(), [now.value]);
  const close = (): void => go(place, true);
  const move = (by: 1 | -1) => () => moveFocus(rows.current, by);
  useCommands(
    [
      { id: "delivery next", title: text("next"), keys: "j", group: text("title"), run: move(1) },
      { id: "delivery previous", title: text("previous"), keys: "k", group: text("title"), run: move(-1) },
      { id: "delivery close", title: text("closeDelivery"), keys: "Escape", group: text("title"), run: close },
    ],
    [place],
  );
  const { value: deliveries } = list.deliveries;
  const open = deliveries.find(({ id }) => id === openId);
  return (
    <main class={`section deliveries ${openId === undefined ? "" : "with-details"}`}>
      <div class="delivery-list">
        <h1>{text("title")}</h1>
        <UnseenLine />
        <Filters
          query={query}
          clientName={deliveries.find(({ client }) => String(client?.number) === query.client)?.client?.name}
          onChange={(next) => go(placeOfQuery(next, openId), true)}
        />
        <ul ref={rows} aria-label={text("title")}>
          {deliveries.map((delivery) => (
            <li key={delivery.id}>
              <DeliveryRow
                delivery={delivery}
                place={placeOfQuery(query, delivery.id)}
                isOpen={delivery.id === openId}
              />
            </li>
          ))}
        </ul>
        <End list={list} isFiltered={place !== placeOfQuery(everything)} />
      </div>
      {openId !== undefined && (
        <DeliveryDetails
          key={openId}
          deliveryId={openId}
          placeOfClient={(client) => placeOfQuery({ ...everything, client })}
          news={open === undefined ? "" : `${open.state} ${open.attempts.length}`}
          onClose={close}
          onSent={() => void list.refresh()}
        />
      )}
    </main>
  );
}

function End({ list, isFiltered }: { list: ReturnType<typeof createDeliveryList>; isFiltered: boolean }): JSX.Element {
  const { value: at } = list.state;
  if (at === "loading") return <p class="empty">{text("loading")}</p>;
  if (at !== "ready")
    return (
      <div class="empty" role="alert">
        <p>{at.message}</p>
        <button type="button" onClick={() => void list.more()}>
          {text("tryAgain")}
        </button>
      </div>
    );
  if (list.hasMore.value)
    return (
      <p class="empty">
        <button type="button" onClick={() => void list.more()}>
          {text("showOlder")}
        </button>
      </p>
    );
  if (list.deliveries.value.length > 0) return <Nothing>{text("thatIsAll")}</Nothing>;
  return <Nothing>{text(isFiltered ? "noneFits" : "noneYet")}</Nothing>;
}

function moveFocus(list: HTMLUListElement | null, by: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>("a.delivery") ?? [])];
  const at = links.indexOf(document.activeElement as HTMLElement);
  links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
}
