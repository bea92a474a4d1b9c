import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import { now } from "../../shared/parts/now.ts";
import { press, underWay } from "../../shared/parts/press.ts";
import { chatsUnderWay } from "../shell/steps/chat-steps.ts";
import { useDesk } from "../shell/use-desk.ts";
import { inbox } from "../texts/en/inbox.ts";
import type { InboxModel } from "./inbox-model.ts";
import { reply } from "./reply.ts";
import { waitOf } from "./row-facts.ts";

const text = textsOf("inbox", inbox);

/**
 * The longest wait, shown below the list, where it moves no row. With the newest chats on top, this chat would be out of sight.
 */
export function LongestWait({ model }: { readonly model: InboxModel }): JSX.Element | null {
  const desk = useDesk();
  const { longest, counts } = model.indexed.value;
  if (model.view.value.id !== "waiting" || longest === null || counts.waiting < 2) return null;
  const wait = waitOf({ waitingSince: longest.waitingSince ?? longest.createdAt }, now.value);
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
          "Shift+R",
        )}
      >
        {text("reply")}
      </button>
    </div>
  );
}
