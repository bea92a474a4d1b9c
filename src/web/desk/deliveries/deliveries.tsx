import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { DeskDeliveryRecord } from "../../../codec/desk/desk-log.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { Ago } from "../../shared/parts/ago.tsx";
import { Failed, loading } from "../../shared/parts/missing.tsx";
import { now } from "../../shared/parts/now.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { SortHead } from "../../shared/ui/sort-head.tsx";
import { ChannelMark } from "../parts/channel-mark.tsx";
import { useCommands } from "../shell/commands/commands.ts";
import { failuresOf, unseenWords } from "../shell/failures/open-failures.ts";
import { SeenButton } from "../shell/failures/unseen-card.tsx";
import { Nothing } from "../shell/nothing.tsx";
import { go, placeOf, route } from "../shell/route.ts";
import { useDesk } from "../shell/use-desk.ts";
import { deliveries } from "../texts/en/deliveries.ts";
import { DeliveryDetails } from "./delivery-details.tsx";
import type { DeliveryList } from "./delivery-list.ts";
import { createDeliveryList } from "./delivery-list.ts";
import { Filters } from "./filters.tsx";
import { placeOfQuery } from "./place-of-query.ts";
import { everything, isFiltered, isOldestFirst, readQuery, turned } from "./query.ts";
import { contentOf, describeOutcome, nameOfChannel, titleOf } from "./words.ts";

interface DeliveryRowProps {
  readonly delivery: DeskDeliveryRecord;
  /** The address of its details. */
  readonly place: string;
  readonly isOpen: boolean;
}

const icons = { pending: "clock", attempting: "send", delivered: "check", failed: "warning" } as const;

function DeliveryRow({ delivery, place, isOpen }: DeliveryRowProps): JSX.Element {
  const { channels } = useDesk().surroundings.value;
  const { channelId, createdAt, state } = delivery;
  const content = contentOf(delivery);
  return (
    <tr class={`table-row delivery-row ${state} ${isOpen ? "open" : ""}`}>
      <td class="name">
        <Icon name={icons[state]} isSmall />
        <a class="row-link" dir="auto" href={place} aria-current={isOpen ? "true" : undefined}>
          {titleOf(delivery)}
        </a>
      </td>
      <td class="words" dir="auto">
        {content}
      </td>
      <td class="channel">
        <ChannelMark channel={channels.find(({ id }) => id === channelId)} id={channelId} />
        {nameOfChannel(channels, channelId)}
      </td>
      <td class="state">
        {state === "failed" ? <Outcome words={describeOutcome(delivery)} /> : describeOutcome(delivery)}
      </td>
      <td class="time">
        <Ago atMs={createdAt} />
      </td>
    </tr>
  );
}

/** The reason of the failure: one line, and the full text when opened. */
function Outcome({ words }: { readonly words: string }): JSX.Element {
  const isWhole = useSignal(false);
  return (
    <button
      type="button"
      class="outcome"
      aria-expanded={isWhole.value}
      onClick={() => {
        isWhole.value = !isWhole.value;
      }}
    >
      <span>{words}</span>
    </button>
  );
}

const text = textsOf("deliveries", deliveries);

/** The columns by which the service cannot sort. */
const heads = [
  ["name", "client"],
  ["words", "what"],
  ["channel", "channel"],
  ["state", "state"],
] as const;

/** The deliveries of the service to customer systems, bots and owners' servers, with each attempt. Source: DEL-28. */
export function Deliveries(): JSX.Element {
  const desk = useDesk();
  const list = useMemo(() => createDeliveryList(desk.api), [desk]);
  const rows = useRef<HTMLTableElement>(null);
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
        <table ref={rows} aria-label={text("title")}>
          <thead>
            <tr class="table-heads delivery-heads">
              {heads.map(([column, head]) => (
                <th key={column} class={column} scope="col">
                  {text(head)}
                </th>
              ))}
              <SortHead
                label={text("started")}
                look="time"
                isAscending={isOldestFirst(query)}
                onTurn={() => go(placeOfQuery(turned(query), openId), true)}
              />
            </tr>
          </thead>
          <tbody>
            {deliveries.map((delivery) => (
              <DeliveryRow
                key={delivery.id}
                delivery={delivery}
                place={placeOfQuery(query, delivery.id)}
                isOpen={delivery.id === openId}
              />
            ))}
          </tbody>
        </table>
        <End list={list} isFiltered={isFiltered(query)} />
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

function End({ list, isFiltered }: { list: DeliveryList; isFiltered: boolean }): JSX.Element {
  const { value: at } = list.state;
  if (at === "loading") return <p class="empty">{loading()}</p>;
  if (at !== "ready")
    return (
      <Failed look="empty" onRetry={() => void list.more()}>
        {at.message}
      </Failed>
    );
  if (list.hasMore.value)
    return (
      <p class="empty">
        <button type="button" onClick={() => void list.more()}>
          {text("showMore")}
        </button>
      </p>
    );
  if (list.deliveries.value.length > 0) return <Nothing>{text("thatIsAll")}</Nothing>;
  return <Nothing>{text(isFiltered ? "noneFits" : "noneYet")}</Nothing>;
}

function moveFocus(list: HTMLTableElement | null, by: 1 | -1): void {
  const links = [...(list?.querySelectorAll<HTMLElement>("a") ?? [])];
  const at = links.indexOf(document.activeElement as HTMLElement);
  links[Math.max(0, Math.min(links.length - 1, at + by))]?.focus();
}

/** The failures that this section's badge counts, and a button to mark them as seen. Source: WH-38. */
function UnseenLine(): JSX.Element | null {
  const { unseen } = failuresOf(useDesk());
  const { count } = unseen.failures.value;
  if (count === 0) return null;
  return (
    <p class="unseen-line">
      <span>{text("unseen", { failed: unseenWords(count) })}</span>{" "}
      <a href={placeOf(["deliveries"], { state: "failed" })}>{text("showFailed")}</a> <SeenButton unseen={unseen} />
    </p>
  );
}
