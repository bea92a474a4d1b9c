import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { Icon } from "../../../shared/ui/icon.tsx";
import { named } from "../../../shared/ui/tooltip.ts";
import { failures } from "../../texts/en/failures.ts";
import { useCommands } from "../commands/commands.ts";
import { route } from "../route.ts";
import { useDesk } from "../use-desk.ts";
import { DeliveredCard, FailedCard } from "./failed-card.tsx";
import { failureKey, failuresOf } from "./open-failures.ts";
import { UnseenCard } from "./unseen-card.tsx";

const text = textsOf("failures", failures);

/** Part of every section: the failures that this agent must handle. A hidden card stays in the view of failures. */
export function FailuresPanel(): JSX.Element {
  const desk = useDesk();
  const failures = failuresOf(desk);
  const putAway = useSignal<ReadonlySet<string>>(new Set());
  const isOpen = useSignal(false);
  const section = useRef<HTMLElement>(null);
  useEffect(() => failures.follow(), [failures]);
  const { resent } = failures.sendingAgain;
  // The conversation already shows the failures of the open chat, and the section of deliveries those of events.
  const { section: at, parts } = route.value;
  const openId = at === "inbox" ? parts[1] : undefined;
  const failed = failures.chats.value.filter(
    (chat) => (chat.id !== openId || resent.value.has(chat.id)) && !putAway.value.has(failureKey(chat)),
  );
  const delivered = [...resent.value].flatMap(([id, state]) => (state === "delivered" ? [id] : []));
  const { count, deliveryIds } = failures.unseen.failures.value;
  const isUnseenShown = at !== "deliveries" && count > 0 && !putAway.value.has(unseenKey(deliveryIds));
  const hide = (): void => {
    putAway.value = new Set([...failures.chats.value.map(failureKey), unseenKey(deliveryIds)]);
    isOpen.value = false;
  };
  useCommands(
    [
      {
        id: "failures",
        title: text("goTo"),
        group: text("everywhere"),
        keys: "!",
        run: () => {
          isOpen.value = true;
          putAway.value = new Set();
          section.current?.focus();
        },
      },
    ],
    [],
  );
  const isShown = failed.length > 0 || delivered.length > 0 || isUnseenShown;
  // One line; a button shows the others. A low or narrow page has no room for the first one beside it.
  const shown = isOpen.value ? failed : failed.slice(0, 1);
  return (
    <>
      <p class="hush" role="status">
        {failures.said.value}
      </p>
      {isShown && (
        <section
          class={`failures ${isOpen.value ? "open" : ""} ${failed.length > 1 ? "more" : ""}`}
          aria-label={text("title")}
          ref={section}
          tabIndex={-1}
        >
          <header>
            <Icon name="warning" />
            <h2>{failed.length > 1 ? text("titleCount", { count: failed.length }) : text("title")}</h2>
            <button
              type="button"
              class="small show-all"
              aria-expanded={isOpen.value}
              onClick={() => (isOpen.value = !isOpen.value)}
            >
              {text(isOpen.value ? "showLess" : "showAll")}
            </button>
            <button type="button" class="icon-button" {...named(text("putAway"), text("putAwayUntil"))} onClick={hide}>
              <Icon name="close" />
            </button>
          </header>
          <ul>
            {isUnseenShown && <UnseenCard unseen={failures.unseen} />}
            {delivered.map((chatId) => (
              <DeliveredCard key={chatId} chatId={chatId} />
            ))}
            {shown.map((chat: DeskChat) => (
              <FailedCard key={chat.id} chat={chat} onGone={() => section.current?.focus()} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const unseenKey = (deliveryIds: readonly string[]): string => `events ${deliveryIds.join(" ")}`;
