import type { JSX } from "preact";
import { Nothing, useUnknown } from "../shell/nothing.tsx";
import { useDesk } from "../shell/use-desk.ts";
import type { InboxModel } from "./inbox-model.ts";
import { keepChannel } from "./kept-view.ts";

/** Why there are no rows, and what to do about it. */
export function NoRows({ model }: { readonly model: InboxModel }): JSX.Element {
  const desk = useDesk();
  const loading = desk.chats.loading.value;
  const unknown = useUnknown();
  const isNarrowed = model.text.value.trim() !== "" || model.channelId.value !== null;
  if (loading === "loading") return <p class="empty">Loading chats…</p>;
  if (loading !== "ready")
    return (
      <div class="empty" role="alert">
        <p>The chats could not be read. {loading.message}</p>
        <button type="button" onClick={() => void desk.chats.load()}>
          Try again
        </button>
      </div>
    );
  const view = model.view.value;
  if (!isNarrowed || model.indexed.value.counts[view.id] === 0) return <Nothing>{view.empty}</Nothing>;
  const { state } = model.search.found.value;
  if (state === "searching") return <p class="empty">Searching all that was said…</p>;
  const clear = (): void => {
    model.text.value = "";
    model.channelId.value = null;
    keepChannel(desk, null);
  };
  return (
    <div class="empty">
      <p>{unknown ?? "No chat fits what you filter by."}</p>
      {typeof state === "object" && <p>Only names and last lines were looked at. {state.message}</p>}
      <button type="button" onClick={clear}>
        Show all of {view.title}
      </button>
    </div>
  );
}
