import type { JSX } from "preact";
import { Icon } from "../../shared/parts/icon.tsx";
import { useCommands } from "../shell/commands/commands.ts";
import { useDesk } from "../shell/use-desk.ts";
import type { InboxModel } from "./inbox-model.ts";
import { turnWaitOrder } from "./kept-view.ts";
import { orderWords } from "./views.ts";

/** In a line of its own, so that what comes in pushes nothing aside. */
export function ListHead({ model }: { readonly model: InboxModel }): JSX.Element {
  const { waiting } = model.shown.value;
  const [first] = waiting;
  const show = (): void => {
    if (first !== undefined) model.sought.value = { chatId: first, isTop: true };
    model.releases.value += 1;
  };
  const noun = model.text.value.trim() === "" ? "new" : "more";
  return (
    <div class="list-head">
      <Order model={model} />
      <span role="status">
        {first !== undefined && (
          <button type="button" class="primary new-chats" onClick={show}>
            {waiting.length === 1 ? `1 ${noun} chat` : `${waiting.length} ${noun} chats`}
          </button>
        )}
      </span>
    </div>
  );
}

/** The order in words; a button where another one can be chosen. */
function Order({ model }: { readonly model: InboxModel }): JSX.Element {
  const desk = useDesk();
  const view = model.view.value;
  const chosen = model.waitOrder.value;
  const canChoose = typeof view.order !== "string";
  const words = orderWords(view, chosen);
  const other = orderWords(view, chosen === "longest" ? "newest" : "longest");
  useCommands(
    canChoose
      ? [{ id: "order", title: `Sort: ${other}`, keys: "O", group: "Inbox", run: () => turnWaitOrder(desk) }]
      : [],
    [canChoose, other],
  );
  if (!canChoose) return <span class="help">{words}</span>;
  return (
    <button
      type="button"
      class="quiet order"
      title={`${other} (Shift+O)`}
      aria-label={`Order: ${words}. Change to: ${other}`}
      onClick={() => turnWaitOrder(desk)}
    >
      <Icon name={chosen === "longest" ? "longest" : "down"} />
      {words}
    </button>
  );
}
