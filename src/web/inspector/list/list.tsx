import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef } from "preact/hooks";
import type { InspectedActor } from "../../../codec/inspect/inspected.types.ts";
import { counted } from "../../../core/counted.ts";
import type { Browser } from "../../shared/browser/browser.types.ts";
import { createTimer } from "../../shared/live/timer.ts";
import { Failed } from "../../shared/parts/missing.tsx";
import { explained } from "../../shared/ui/tooltip.ts";
import { createActorCounts } from "../data/actor-counts.ts";
import type { ActorList } from "../data/actor-list.ts";
import { createActorList } from "../data/actor-list.ts";
import type { Narrowing } from "../data/actor-query.ts";
import { isNarrowed, readNarrowing, toFilters } from "../data/actor-query.ts";
import type { InspectorApi, NamedChannel } from "../data/api.ts";
import { open, route } from "../shell/route.ts";
import { ActorRow } from "./actor-row.tsx";
import { Counts } from "./counts.tsx";
import { Filters } from "./filters.tsx";
import type { ShownActor } from "./shown-actors.ts";
import { createShownActors } from "./shown-actors.ts";

/** The keys of the list, except while a field has the focus: j and k move through the rows, / goes to the search. Returns a function that stops listening. */
function hearListKeys(list: HTMLElement, seek: () => void): () => void {
  const hear = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const isInside = list.contains(event.target as Node);
    const by = steps[event.key] ?? (isInside ? arrows[event.key] : undefined);
    if (by !== undefined) moveFocus(list, by);
    else if (event.key === "/") seek();
    else return;
    event.preventDefault();
  };
  addEventListener("keydown", hear);
  return () => removeEventListener("keydown", hear);
}

const steps: Readonly<Record<string, number>> = { j: 1, k: -1 };
const arrows: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** Starts at the focused row, else at the open one, else at the first. */
function moveFocus(list: HTMLElement, by: number): void {
  const rows = [...list.querySelectorAll<HTMLElement>(".actor-row")];
  const focused = rows.indexOf(document.activeElement as HTMLElement);
  const from = focused === -1 ? rows.findIndex((row) => row.ariaCurrent === "true") : focused;
  const next = from === -1 ? 0 : Math.min(Math.max(from + by, 0), rows.length - 1);
  rows[next]?.focus();
}

/** Whether a key press on this target is text input. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element &&
  target.closest("input:not([type=checkbox]), select, textarea, [contenteditable]") !== null;

interface ListProps {
  readonly api: InspectorApi;
  readonly browser: Browser;
  readonly filters: URLSearchParams;
  /** The actor that is open. */
  readonly opened: string | null;
  /** The newest known form of that actor. */
  readonly known: InspectedActor | null;
}

const refreshMs = 5_000;
/** Counting reads more than a page. */
const countMs = 30_000;

/** The list of actors that match the search. */
export function List({ api, browser, filters, opened, known }: ListProps): JSX.Element {
  const list = useMemo(() => createActorList(api), [api]);
  const shown = useMemo(() => createShownActors(list), [list]);
  const channels = useChannels(api);
  const rows = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLDivElement>(null);
  const focused = useSignal<string | null>(null);
  const asked = filters.toString();
  const narrowing = readNarrowing(filters);
  const narrow = (to: Narrowing): void => open(route.peek().place, { filters: toFilters(to), replace: true });
  useEffect(() => {
    void list.look(readNarrowing(new URLSearchParams(asked)));
  }, [list, asked]);
  const counting = toFilters({ ...narrowing, kind: "", state: "", sort: "" }).toString();
  const counts = useMemo(() => createActorCounts(api), [api]);
  useEffect(() => {
    if (opened !== null) return;
    const count = (): Promise<void> => counts.read(readNarrowing(new URLSearchParams(counting)));
    void count();
    return keepRefreshing(browser, countMs, count);
  }, [counts, counting, opened === null]);
  useEffect(() => counts.stop, [counts]);
  useEffect(() => list.stop, [list]);
  useEffect(() => keepRefreshing(browser, refreshMs, () => list.refresh()), [list]);
  useLayoutEffect(
    () =>
      rows.current === null
        ? undefined
        : hearListKeys(rows.current, () => pane.current?.querySelector<HTMLElement>("[type=search]")?.focus()),
    [],
  );
  const actors = shown.actors.value;
  const reachable =
    [focused.value, opened].find((one) => actors.some(({ actor }) => actor === one)) ?? actors[0]?.actor;
  // Without an open actor, the list is the main content. One element has both roles, so that the scroll position and the focus stay.
  const role = opened === null ? "main" : "navigation";
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: both roles have names.
    <div ref={pane} class="list" role={role} aria-label="Actors">
      <div class="list-head">
        {opened === null && (
          <>
            <h1>Actors</h1>
            <p class="help keys">
              <kbd>/</kbd> searches, <kbd>j</kbd> and <kbd>k</kbd> move, <kbd>Enter</kbd> opens
            </p>
          </>
        )}
        <Filters browser={browser} narrowing={narrowing} channels={channels} onChange={narrow} />
        {opened === null && counts.counts.value !== null && <Counts of={counts.counts.value} narrowing={narrowing} />}
      </div>
      <div
        ref={rows}
        class="rows"
        onPointerEnter={() => shown.hold("pointer", true)}
        onPointerLeave={() => shown.hold("pointer", false)}
        onFocusIn={(event) => {
          shown.hold("focus", true);
          focused.value = (event.target as HTMLElement).dataset["actor"] ?? null;
        }}
        onFocusOut={() => shown.hold("focus", false)}
      >
        {shown.newCount.value > 0 && (
          <button type="button" class="news" onClick={shown.release}>
            Show {counted(shown.newCount.value, "new actor")}
          </button>
        )}
        {opened === null && <Heads sort={narrowing.sort} onSort={(sort) => narrow({ ...narrowing, sort })} />}
        {list.isCut.value && <p class="help">There are more actors. Only the newest 2,000 are sorted.</p>}
        <ul>
          {actors.map((one) => (
            <li key={one.actor}>
              <ActorRow
                of={newest(one, known)}
                isOpen={one.actor === opened}
                isReachable={one.actor === reachable}
                filters={filters}
              />
            </li>
          ))}
        </ul>
        <ListEnd list={list} narrowing={narrowing} onClear={() => narrow(readNarrowing(new URLSearchParams()))} />
      </div>
    </div>
  );
}

/** Returns the newest form of a listed actor. The open actor is watched, so its row must not be older than the watched form. */
const newest = (listed: ShownActor, known: InspectedActor | null): ShownActor =>
  known === null || known.actor !== listed.actor || known.revision < listed.revision
    ? listed
    : { ...known, isGone: listed.isGone };

/** Refreshes while the page is visible. Returns a function that stops it. */
function keepRefreshing(browser: Browser, everyMs: number, refresh: () => Promise<void>): () => void {
  const timer = createTimer(browser);
  const again = (): void => {
    if (document.visibilityState === "visible") void refresh().then(wait);
    else wait();
  };
  let isOver = false;
  const wait = (): void => {
    if (!isOver) timer.set(everyMs, again);
  };
  wait();
  const stopListening = browser.on("return", again);
  return () => {
    isOver = true;
    timer.stop();
    stopListening();
  };
}

/** The channels of the service with their names; empty before the first read. */
function useChannels(api: InspectorApi): readonly NamedChannel[] {
  const channels = useSignal<readonly NamedChannel[]>([]);
  useEffect(() => {
    void api.channels().then((answer) => {
      if (answer.ok) channels.value = answer.value;
    });
  }, [api]);
  return channels.value;
}

interface ListEndProps {
  readonly list: ActorList;
  readonly narrowing: Narrowing;
  readonly onClear: () => void;
}

/** The text below the rows: no rows, more rows, or a failed read. */
function ListEnd({ list, narrowing, onClear }: ListEndProps): JSX.Element {
  const { value: state } = list.state;
  const isEmpty = list.actors.value.length === 0;
  if (typeof state === "object")
    return (
      <Failed look="list-end empty" onRetry={() => void list.refresh()}>
        {isEmpty ? `The actors could not be read. ${state.message}` : `This list may be old. ${state.message}`}
      </Failed>
    );
  if (state === "loading")
    return (
      <p class="list-end empty" aria-busy="true">
        Reading…
      </p>
    );
  if (isEmpty)
    return (
      <div class="list-end empty" role="status">
        <p>
          {isNarrowed(narrowing) ? "No actor matches." : "There are no actors yet. They appear with the first channel."}
        </p>
        {isNarrowed(narrowing) && (
          <button type="button" onClick={onClear}>
            Show all
          </button>
        )}
      </div>
    );
  return (
    <div class="list-end">
      {list.hasMore.value && (
        <button type="button" onClick={() => void list.more()}>
          Show more
        </button>
      )}
    </div>
  );
}

interface HeadsProps {
  /** A column, with a minus in front for the descending order; empty for the order of the service. */
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

/** Each column with the words for its two orders. */
const columns = [
  ["actor", "Actor", "A to Z", "Z to A"],
  ["state", "State", "A to Z", "Z to A"],
  ["client", "Client", "A to Z", "Z to A"],
  ["since", "In this state", "longest first", "shortest first"],
] as const;

/** The heads of the list. A press sorts by the column, a second one in the other order, a third one not any more. */
const Heads = ({ sort, onSort }: HeadsProps): JSX.Element => (
  <fieldset class="heads">
    <legend class="hush">Sort by</legend>
    {columns.map(([column, words, up, down]) => {
      const [isUp, isDown] = [sort === column, sort === `-${column}`];
      const next = isUp ? `-${column}` : column;
      return (
        <button
          key={column}
          type="button"
          class={`quiet head-${column}`}
          aria-pressed={isUp || isDown}
          {...explained(isUp || isDown ? `Sorted: ${isUp ? up : down}` : `Sort: ${up}`)}
          onClick={() => onSort(isDown ? "" : next)}
        >
          {words}
          {(isUp || isDown) && (
            <>
              <span aria-hidden="true"> {isUp ? "↑" : "↓"}</span>
              <span class="hush">, {isUp ? up : down}</span>
            </>
          )}
        </button>
      );
    })}
  </fieldset>
);
