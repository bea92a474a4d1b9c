import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import { useDesk } from "../shell/use-desk.ts";
import { inbox } from "../texts/en/inbox.ts";
import { ChatList } from "./chat-list.tsx";
import { Filters } from "./filters.tsx";
import type { InboxModel } from "./inbox-model.ts";
import { ListHead } from "./list-head.tsx";
import { LongestWait } from "./longest-wait.tsx";
import { NewBelow } from "./new-below.tsx";
import { NoRows } from "./no-rows.tsx";
import { ViewsBar } from "./views-bar.tsx";

const text = textsOf("inbox", inbox);

/** The left column: views, filters and rows. */
export function ListPane({ model }: { readonly model: InboxModel }): JSX.Element {
  const { chats } = useDesk();
  const isEmpty = model.shown.value.ids.length === 0;
  return (
    <section class="inbox" aria-label={text("title")} aria-busy={chats.loading.value === "loading"}>
      <h1 class="hush">{text("title")}</h1>
      <ViewsBar model={model} />
      <Filters model={model} />
      <div
        class="list-area"
        onPointerEnter={() => (model.isPointed.value = true)}
        onPointerLeave={() => (model.isPointed.value = false)}
      >
        <ListHead model={model} />
        {isEmpty ? <NoRows model={model} /> : <ChatList model={model} />}
      </div>
      {model.waitOrder.value === "longest" ? <NewBelow model={model} /> : <LongestWait model={model} />}
    </section>
  );
}
