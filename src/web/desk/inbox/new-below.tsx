import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { Icon } from "../../shared/parts/icon.tsx";
import { useDesk } from "../shell/use-desk.ts";
import { inbox } from "../texts/en/inbox.ts";
import type { InboxModel } from "./inbox-model.ts";

const text = textsOf("inbox", inbox);

/** A text below the list about new chats that are out of sight, because the longest wait is on top. */
export function NewBelow({ model }: { readonly model: InboxModel }): JSX.Element {
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
