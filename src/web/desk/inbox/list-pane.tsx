import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { Failed, useLater } from "../../shared/parts/missing.tsx";
import { Icon } from "../../shared/ui/icon.tsx";
import { Nothing, useUnknown } from "../shell/nothing.tsx";
import { useDesk } from "../shell/use-desk.ts";
import { inbox } from "../texts/en/inbox.ts";
import { ChatList } from "./chat-list.tsx";
import type { InboxModel } from "./inbox-model.ts";
import { keepChannel } from "./inbox-model.ts";
import { Filters, ListHead, LongestWait, Views } from "./list-head.tsx";
import { emptyWords, titleOf } from "./views.ts";

const text = textsOf("inbox", inbox);

/** The left column: views, filters and rows. */
export function ListPane({ model }: { readonly model: InboxModel }): JSX.Element {
  const { chats } = useDesk();
  const isEmpty = model.shown.value.ids.length === 0;
  return (
    <section class="inbox" aria-label={text("title")} aria-busy={chats.loading.value === "loading"}>
      <h1 class="hush">{text("title")}</h1>
      <Views model={model} />
      <Filters model={model} />
      <div
        class="list-area"
        onPointerEnter={() => (model.isPointed.value = true)}
        onPointerLeave={() => (model.isPointed.value = false)}
      >
        <ListHead model={model} />
        {isEmpty ? <NoRows model={model} /> : <ChatList model={model} />}
        {model.text.value.trim() !== "" && <Closed />}
      </div>
      {model.waitOrder.value === "longest" ? <NewBelow model={model} /> : <LongestWait model={model} />}
    </section>
  );
}

/** The archive's code is loaded with the first search. */
function Closed(): JSX.Element | null {
  const state = useLater(() => import("../archive/archive.tsx").then((found) => found.ClosedFound));
  return typeof state === "object" ? <state.part /> : null;
}

/** A text below the list about new chats that are out of sight, because the longest wait is on top. */
function NewBelow({ model }: { readonly model: InboxModel }): JSX.Element {
  const ids = useUnseenBelow(model);
  const [first] = ids;
  const show = (): void => {
    if (first !== undefined) model.sought.value = { chatId: first, isTop: false };
  };
  return (
    <div class="new-below" role="status">
      {first !== undefined && (
        <button type="button" class="quiet" onClick={show}>
          <Icon name="down" />
          {text("newBelow", { n: ids.length })}
        </button>
      )}
    </div>
  );
}

interface Known {
  /** Identifies the list by view, order and filter. */
  readonly list: string;
  /** Chats that were there at first or were visible since. */
  readonly ids: Set<string>;
}

/** New chats of Waiting below the visible part that were not visible yet. */
function useUnseenBelow(model: InboxModel): readonly string[] {
  const known = useRef<Known | null>(null);
  const isReady = useDesk().chats.loading.value === "ready";
  const { ids } = model.shown.value;
  const { end } = model.seen.value;
  const list = [model.view.value.id, model.waitOrder.value, model.channelId.value, model.text.value].join("\n");
  if (!isReady || model.view.value.id !== "waiting") {
    known.current = null;
    return [];
  }
  if (known.current?.list !== list) known.current = { list, ids: new Set(ids) };
  const { ids: seen } = known.current;
  for (const id of ids.slice(0, end)) seen.add(id);
  return ids.slice(end).filter((id) => !seen.has(id));
}

/** The reason for an empty list, and a remedy. */
function NoRows({ model }: { readonly model: InboxModel }): JSX.Element {
  const desk = useDesk();
  const loading = desk.chats.loading.value;
  const unknown = useUnknown();
  const isSought = model.text.value.trim() !== "";
  if (loading === "loading") return <p class="empty">{text("loading")}</p>;
  if (loading !== "ready")
    return (
      <Failed look="empty" onRetry={() => void desk.chats.load()}>
        {text("chatsFailed", { reason: loading.message })}
      </Failed>
    );
  const view = model.view.value;
  if (!isSought && (model.channelId.value === null || model.indexed.value.counts[view.id] === 0))
    return <Nothing>{emptyWords(view)}</Nothing>;
  const { state } = model.search.found.value;
  if (state === "searching") return <p class="empty">{text("searching")}</p>;
  const clear = (): void => {
    model.text.value = "";
    model.channelId.value = null;
    keepChannel(desk, null);
  };
  return (
    <div class="empty">
      <p>{unknown ?? text("noneFits")}</p>
      {typeof state === "object" && <p>{text("searchFailed", { reason: state.message })}</p>}
      <button type="button" onClick={clear}>
        {text("showAllOf", { view: titleOf(view) })}
      </button>
    </div>
  );
}
