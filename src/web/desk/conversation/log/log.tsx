import { useComputed, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useCallback } from "preact/hooks";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { Icon } from "../../../shared/parts/icon.tsx";
import { now } from "../../../shared/parts/now.ts";
import { startOfDay } from "../../../shared/parts/times.ts";
import type { Conversation } from "../../data/conversations/conversations.ts";
import type { Unsent } from "../../data/outbox/outbox.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { conversationTexts } from "../../texts/en/conversation.ts";
import { AttemptLog } from "../delivery/attempt-log.tsx";
import { describeDelivery } from "../delivery/delivery-words.ts";
import { LightboxLater } from "../lightbox/lightbox-later.tsx";
import { ClientTyping } from "./client-typing.tsx";
import { DrawnRows } from "./drawn-rows.tsx";
import { LogState } from "./log-state.tsx";
import { Scroller } from "./scroller.tsx";
import { UnsentMessages } from "./unsent-messages.tsx";
import { moveAmongStates, useDeliveryKeys } from "./use-delivery-keys.ts";
import { useSeen } from "./use-seen.ts";

const text = textsOf("conversation", conversationTexts);

interface LogProps {
  readonly conversation: Conversation;
  readonly chat: DeskChat | undefined;
  readonly onTakeBack: (message: Unsent) => void;
}

/** The number of messages drawn at first, and added whenever the top is near. */
const drawnAtOnce = 150;
/** At the end of a log, messages beyond this number are removed from the page again. */
const drawnMax = 600;

/** The messages of a chat, with the unsent ones. */
export function Log({ conversation, chat, onTakeBack }: LogProps): JSX.Element {
  const desk = useDesk();
  const { chatId, messages, hasOlder, loading, loadingOlder } = conversation;
  const drawn = useSignal(drawnAtOnce);
  const isAtEnd = useSignal(true);
  const asked = useSignal(0);
  const openLog = useSignal<string | null>(null);
  const today = useComputed(() => startOfDay(now.value));
  const { unreadSeq, freshCount } = useSeen(conversation, isAtEnd);
  const all = messages.value;
  const rows = useDeliveryKeys();
  const lastWritten = desk.outbox.unsent.value.findLast((message) => message.chatId === chatId)?.id;
  const shown = drawn.value < all.length ? all.slice(-drawn.value) : all;
  const unsent = desk.outbox.shown(chatId, all);
  const onTopNear = useCallback(() => {
    const { length } = messages.peek();
    if (drawn.peek() < length) drawn.value = Math.min(drawn.peek() + drawnAtOnce, length);
    else if (hasOlder.peek() && loadingOlder.peek() === "idle") {
      drawn.value = length + drawnAtOnce;
      void desk.conversations.loadOlder(chatId);
    }
  }, [conversation]);
  const onEnd = useCallback((value: boolean) => {
    isAtEnd.value = value;
    if (value && drawn.peek() > drawnMax) drawn.value = drawnAtOnce;
  }, []);
  return (
    <div class="past">
      <Scroller
        label={text("log")}
        firstKey={shown[0]?.seq}
        writtenKey={lastWritten}
        asked={asked.value}
        onTopNear={onTopNear}
        onEnd={onEnd}
      >
        <LogState conversation={conversation} />
        <div
          role="log"
          aria-label={text("messages")}
          aria-busy={loadingOlder.value === "loading" || loading.value === "loading"}
        >
          <ol ref={rows} class="rows" onKeyDown={moveAmongStates}>
            <DrawnRows
              messages={shown}
              all={all}
              chat={chat}
              chatId={chatId}
              unreadSeq={unreadSeq}
              today={today.value}
              onOpenLog={(id) => (openLog.value = id)}
            />
            <UnsentMessages unsent={unsent} onTakeBack={onTakeBack} />
          </ol>
        </div>
        <ClientTyping chatId={chatId} name={chat?.client.name ?? text("theClient")} />
      </Scroller>
      <ToEnd isAtEnd={isAtEnd.value} count={freshCount} onClick={() => (asked.value += 1)} />
      <LightboxLater chatId={chatId} messages={all} />
      {openLog.value !== null && (
        <AttemptLog
          deliveryId={openLog.value}
          words={wordsOf(all, openLog.value)}
          onClose={() => (openLog.value = null)}
        />
      )}
    </div>
  );
}

function wordsOf(messages: Conversation["messages"]["value"], deliveryId: string): string {
  const delivery = messages.find((message) => message.delivery?.id === deliveryId)?.delivery;
  return delivery == null ? "" : describeDelivery(delivery);
}

interface ToEndProps {
  readonly isAtEnd: boolean;
  readonly count: number;
  readonly onClick: () => void;
}

function ToEnd({ isAtEnd, count, onClick }: ToEndProps): JSX.Element | null {
  if (isAtEnd) return null;
  const words = count === 0 ? text("toNewest") : text("newMessages", { n: count });
  return (
    <button type="button" class="to-end" onClick={onClick}>
      {words} <Icon name="down" />
    </button>
  );
}
