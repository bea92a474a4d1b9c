import type { ReadonlySignal } from "@preact/signals";
import { signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { DeskDeliveryRecord } from "../../../codec/desk/desk-log.ts";
import type { Api, ApiFailure } from "../../shared/api/api.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { Ago } from "../../shared/parts/ago.tsx";
import { Failed, loading } from "../../shared/parts/missing.tsx";
import { now } from "../../shared/parts/now.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { SortHead } from "../../shared/ui/sort-head.tsx";
import type { DeliveriesPage } from "../data/answers.types.ts";
import { ChannelMark } from "../parts/channel-mark.tsx";
import { useCommands } from "../shell/commands/commands.ts";
import { failuresOf, unseenWords } from "../shell/failures/open-failures.ts";
import { SeenButton } from "../shell/failures/unseen-card.tsx";
import { Nothing } from "../shell/nothing.tsx";
import { go, placeOf, route } from "../shell/route.ts";
import { useDesk } from "../shell/use-desk.ts";
import { deliveries } from "../texts/en/deliveries.ts";
import { DeliveryDetails } from "./delivery-details.tsx";
import { Filters } from "./filters.tsx";
import type { DeliveryQuery } from "./query.ts";
import { everything, isFiltered, isOldestFirst, listPath, placeOfQuery, readQuery, turned } from "./query.ts";
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
      <td class="name" dir="auto">
        <Icon name={icons[state]} isSmall />
        <a class="row-link" href={place} aria-current={isOpen ? "true" : undefined}>
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

function End({ list, isFiltered }: { list: ReturnType<typeof createDeliveryList>; isFiltered: boolean }): JSX.Element {
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

/** Deliveries, page by page. */
interface DeliveryList {
  readonly deliveries: ReadonlySignal<readonly DeskDeliveryRecord[]>;
  readonly state: ReadonlySignal<"loading" | "ready" | ApiFailure>;
  readonly hasMore: ReadonlySignal<boolean>;
  /** Starts again with other filters. */
  start(query: DeliveryQuery): Promise<void>;
  /** Continues at the last position, also after a failure. */
  more(): Promise<void>;
  /** Rereads the page with the newest deliveries: updates the known ones and adds new ones. Failures are ignored. */
  refresh(): Promise<void>;
  stop(): void;
}

function createDeliveryList(api: Api): DeliveryList {
  const deliveries = signal<readonly DeskDeliveryRecord[]>([]);
  const state = signal<"loading" | "ready" | ApiFailure>("loading");
  const hasMore = signal(false);
  let asked: DeliveryQuery | null = null;
  let cursor: string | null = null;
  /** The cursor of the page that has the newest deliveries: the first page, or the last one of those with the oldest first. */
  let newest: string | null = null;
  /** The number of rows before that page. The rows of one client are in the order of its chats, so their times do not tell it. */
  let beforeNewest = 0;
  let aborter = new AbortController();

  const take = async (query: DeliveryQuery, from: string | null): Promise<DeliveriesPage | null> => {
    const { signal: given } = aborter;
    const answer = await api.get<DeliveriesPage>(listPath(query, from), given);
    if (given.aborted) return null;
    if (answer.ok) return answer.value;
    state.value = answer.failure;
    return null;
  };
  const goOn = async (query: DeliveryQuery): Promise<void> => {
    const isFirst = cursor === null;
    state.value = "loading";
    const page = await take(query, cursor);
    if (page === null) return;
    newest = isOldestFirst(query) ? cursor : null;
    beforeNewest = isFirst ? 0 : deliveries.value.length;
    deliveries.value = isFirst ? page.deliveries : [...deliveries.value, ...page.deliveries];
    cursor = page.cursor;
    hasMore.value = cursor !== null;
    state.value = "ready";
  };
  return {
    deliveries,
    state,
    hasMore,
    async start(query) {
      aborter.abort();
      aborter = new AbortController();
      asked = query;
      cursor = null;
      hasMore.value = false;
      await goOn(query);
    },
    async more() {
      if (asked !== null && state.value !== "loading") await goOn(asked);
    },
    async refresh() {
      if (asked === null || state.value !== "ready") return;
      const { signal: given } = aborter;
      const [query, from] = [asked, newest];
      const answer = await api.get<DeliveriesPage>(listPath(query, from), given);
      if (given.aborted || !answer.ok || from !== newest) return;
      const { value: page } = answer;
      if (!isOldestFirst(query)) {
        deliveries.value = withNewest(deliveries.value, page);
        return;
      }
      deliveries.value = [...deliveries.value.slice(0, beforeNewest), ...page.deliveries];
      cursor = page.cursor;
      hasMore.value = cursor !== null;
    },
    stop: () => aborter.abort(),
  };
}

/** Replaces the known deliveries of the newest page's time range; older ones stay. */
function withNewest(known: readonly DeskDeliveryRecord[], page: DeliveriesPage): readonly DeskDeliveryRecord[] {
  const oldest = page.deliveries.at(-1);
  if (oldest === undefined || page.cursor === null) return page.deliveries;
  // Ids start with their time.
  return [...page.deliveries, ...known.filter(({ id }) => id < oldest.id)];
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
