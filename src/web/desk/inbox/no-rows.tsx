import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import { Nothing, useUnknown } from "../shell/nothing.tsx";
import { useDesk } from "../shell/use-desk.ts";
import { inbox } from "../texts/en/inbox.ts";
import type { InboxModel } from "./inbox-model.ts";
import { keepChannel } from "./kept-view.ts";
import { emptyWords, titleOf } from "./views.ts";

const text = textsOf("inbox", inbox);

/** The reason for an empty list, and a remedy. */
export function NoRows({ model }: { readonly model: InboxModel }): JSX.Element {
  const desk = useDesk();
  const loading = desk.chats.loading.value;
  const unknown = useUnknown();
  const isNarrowed = model.text.value.trim() !== "" || model.channelId.value !== null;
  if (loading === "loading") return <p class="empty">{text("loading")}</p>;
  if (loading !== "ready")
    return (
      <div class="empty" role="alert">
        <p>{text("chatsFailed", { reason: loading.message })}</p>
        <button type="button" onClick={() => void desk.chats.load()}>
          {text("tryAgain")}
        </button>
      </div>
    );
  const view = model.view.value;
  if (!isNarrowed || model.indexed.value.counts[view.id] === 0) return <Nothing>{emptyWords(view)}</Nothing>;
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
