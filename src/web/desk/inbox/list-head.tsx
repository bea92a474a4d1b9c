import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import { Icon } from "../../shared/parts/icon.tsx";
import { useCommands } from "../shell/commands/commands.ts";
import { useDesk } from "../shell/use-desk.ts";
import { inbox } from "../texts/en/inbox.ts";
import type { InboxModel } from "./inbox-model.ts";
import { turnWaitOrder } from "./kept-view.ts";
import { hasWaitOrder, orderWords } from "./views.ts";

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
      title={text("otherOrder", { order: other })}
      aria-label={text("changeOrder", { order: words, other })}
      onClick={() => turnWaitOrder(desk)}
    >
      <Icon name={chosen === "longest" ? "longest" : "down"} />
      {words}
    </button>
  );
}
