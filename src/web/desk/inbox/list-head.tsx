import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { isInputMethod } from "../../shared/browser/input-events.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { now } from "../../shared/parts/now.ts";
import { press, underWay } from "../../shared/parts/press.ts";
import type { IconName } from "../../shared/ui/icon.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { named } from "../../shared/ui/tooltip.ts";
import { AttentionMenu } from "../shell/attention/attention-menu.tsx";
import { useCommands } from "../shell/commands/commands.ts";
import { showKeys } from "../shell/commands/key-caps.tsx";
import { go, placeOf } from "../shell/route.ts";
import { chatsUnderWay } from "../shell/steps/chat-steps.ts";
import { useDesk } from "../shell/use-desk.ts";
import { inbox } from "../texts/en/inbox.ts";
import type { InboxModel } from "./inbox-model.ts";
import { keepChannel, turnWaitOrder } from "./inbox-model.ts";
import { reply } from "./reply.ts";
import { waitOf } from "./row-facts.ts";
import type { ViewId } from "./views.ts";
import { hasWaitOrder, orderWords, views } from "./views.ts";

const text = textsOf("inbox", inbox);

/** The head of the list. It has a separate line, so that the button for new chats moves no row. */
export function ListHead({ model }: { readonly model: InboxModel }): JSX.Element {
  const { waiting } = model.shown.value;
  const [first] = waiting;
  const show = (): void => {
    if (first !== undefined) model.sought.value = { chatId: first, isTop: true };
    model.releases.value += 1;
  };
  return (
    <div class="list-head">
      <Order model={model} />
      <span role="status">
        {first !== undefined && (
          <button type="button" class="primary new-chats" onClick={show}>
            {text("newChats", { n: waiting.length })}
          </button>
        )}
      </span>
    </div>
  );
}

/** The order in words; a button if another order can be chosen. */
function Order({ model }: { readonly model: InboxModel }): JSX.Element {
  const desk = useDesk();
  const view = model.view.value;
  const chosen = model.waitOrder.value;
  const canChoose = hasWaitOrder(view);
  const words = orderWords(view, chosen);
  const other = orderWords(view, chosen === "longest" ? "newest" : "longest");
  useCommands(
    canChoose
      ? [
          {
            id: "order",
            title: text("sort", { order: other }),
            keys: "O",
            group: text("title"),
            run: () => turnWaitOrder(desk),
          },
        ]
      : [],
    [canChoose, other],
  );
  if (!canChoose) return <span class="help">{words}</span>;
  return (
    <button
      type="button"
      class="quiet order"
      {...named(
        text("changeOrder", { order: words, other }),
        text("otherOrder", { order: other, keys: showKeys("O") }),
      )}
      onClick={() => turnWaitOrder(desk)}
    >
      <Icon name={chosen === "longest" ? "longest" : "newest"} isSmall />
      {words}
    </button>
  );
}

/** One row can have the focus. */
const focusRow = (): void => document.querySelector<HTMLElement>('.chat-row[tabindex="0"]')?.focus();

/** The filters of a view: search words, and one of several channels. */
export function Filters({ model }: { readonly model: InboxModel }): JSX.Element {
  const desk = useDesk();
  const input = useRef<HTMLInputElement>(null);
  const sought = model.text.value;
  const { channels } = desk.surroundings.value;
  useCommands(
    [{ id: "filter-chats", title: text("filter"), keys: "f", group: text("title"), run: () => input.current?.focus() }],
    [],
  );
  useEffect(() => model.search.ask(sought), [sought]);
  const choose = (channelId: string): void => {
    model.channelId.value = channelId === "" ? null : channelId;
    keepChannel(desk, model.channelId.value);
  };
  return (
    <div class="filters">
      <input
        ref={input}
        type="search"
        aria-label={text("filterBy")}
        placeholder={text("anyWord")}
        value={sought}
        onInput={(event) => (model.text.value = event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!/^(?:Escape|ArrowDown)$/.test(event.key) || isInputMethod(event)) return;
          event.preventDefault();
          if (event.key === "ArrowDown") return focusRow();
          model.text.value = "";
          event.currentTarget.blur();
        }}
      />
      {channels.length > 1 && (
        <select
          aria-label={text("channel")}
          value={model.channelId.value ?? ""}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="">{text("allChannels")}</option>
          {channels.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      )}
      <AttentionMenu />
    </div>
  );
}

const shownMax = 999;

const viewIcons: Readonly<Record<ViewId, IconName>> = {
  waiting: "clock",
  mine: "person",
  bot: "bot",
  unstaffed: "warning",
  all: "all",
  failed: "close",
  blocked: "block",
  test: "plug",
};

/**
 * The views with their numbers of chats: a column on wide pages, otherwise a menu that the name of the current view opens. Blocked chats are
 * counted after their view was opened.
 */
export function Views({ model }: { readonly model: InboxModel }): JSX.Element {
  const { counts } = model.indexed.value;
  const { id: current, title: currentTitle } = model.view.value;
  const openId = model.openId.value;
  const isOpen = useSignal(false);
  const menu = useRef<HTMLElement>(null);
  const hasTests = model.testChannelIds.value.length > 0 || current === "test";
  const shown = views.filter(({ id }) => id !== "test" || hasTests);
  useCommands(
    shown.map(({ id, key, title }) => ({
      id: `view ${id}`,
      title: text("showChats", { view: text(title) }),
      group: text("title"),
      run: () => go(placeOf(["inbox", id])),
      ...(key === null ? {} : { keys: `g ${key}` }),
    })),
    [hasTests],
  );
  return (
    <>
      <button
        type="button"
        class="quiet current-view"
        popovertarget="views"
        aria-haspopup="true"
        aria-expanded={isOpen.value}
      >
        {text(currentTitle)}
        <ViewCount id={current} count={counts[current]} />
        <Icon name="down" isSmall />
      </button>
      <nav
        ref={menu}
        id="views"
        class="menu views"
        popover="auto"
        aria-label={text("views")}
        onToggle={(event) => (isOpen.value = event.newState === "open")}
      >
        {shown.map(({ id, title }) => (
          <a
            key={id}
            // The open chat stays open when the view changes.
            href={placeOf(openId === null ? ["inbox", id] : ["inbox", id, openId])}
            aria-current={id === current ? "page" : undefined}
            onClick={() => menu.current?.hidePopover()}
          >
            <Icon name={viewIcons[id]} isSmall />
            {text(title)}
            <ViewCount id={id} count={counts[id]} />
          </a>
        ))}
      </nav>
    </>
  );
}

const ViewCount = ({ id, count }: { readonly id: ViewId; readonly count: number }): JSX.Element | null =>
  count === 0 ? null : <span class={`number ${wantingOf(id)}`}>{count > shownMax ? `${shownMax}+` : count}</span>;

function wantingOf(id: ViewId): string {
  if (id === "failed") return "count failing";
  return id === "waiting" ? "count" : "";
}

/**
 * The longest wait, shown below the list, where it moves no row. With the newest chats on top, this chat would be out of sight.
 */
export function LongestWait({ model }: { readonly model: InboxModel }): JSX.Element | null {
  const desk = useDesk();
  const { longest, counts } = model.indexed.value;
  if (model.view.value.id !== "waiting" || longest === null || counts.waiting < 2) return null;
  const wait = waitOf(longest.waitingSince ?? longest.createdAt, now.value, desk.surroundings.value.waiting);
  if (wait === null || wait.level === "normal") return null;
  return (
    <div class="longest-wait">
      <p>
        <span class="longest-name" dir="auto">
          {longest.client.name}
        </span>
        <span class={`row-mark wait ${wait.level}`}>{text("longestOfAll", { wait: wait.words })}</span>
      </p>
      <button
        type="button"
        {...press(
          chatsUnderWay.value.has(longest.id) ? underWay() : null,
          () => void reply(desk, model, longest.id),
          showKeys("R"),
        )}
      >
        {text("reply")}
      </button>
    </div>
  );
}
