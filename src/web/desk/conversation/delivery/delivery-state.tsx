import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { DeskDelivery } from "../../../../codec/desk/desk.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { press, underWay } from "../../../shared/parts/press.ts";
import { exactTime } from "../../../shared/parts/times.ts";
import type { IconName } from "../../../shared/ui/icon.tsx";
import { Icon } from "../../../shared/ui/icon.tsx";
import { explained } from "../../../shared/ui/tooltip.ts";
import type { DeliveryAnswer, MessageAnswer } from "../../data/answers.types.ts";
import { tellFailure } from "../../shell/notices.tsx";
import { useDesk } from "../../shell/use-desk.ts";
import { deliveryTexts } from "../../texts/en/delivery.ts";
import { describeDelivery } from "./delivery-words.ts";

const text = textsOf("delivery", deliveryTexts);

interface DeliveryStateProps {
  readonly chatId: string;
  readonly delivery: DeskDelivery;
  /** Whether this agent may resend the message. */
  readonly canResend: boolean;
  /** Shows the log of its attempts. */
  readonly onOpenLog: (deliveryId: string) => void;
}

const icons: Readonly<Record<DeskDelivery["state"], IconName>> = {
  pending: "clock",
  attempting: "clock",
  delivered: "check",
  failed: "warning",
};

/** The state of a message's delivery to the customer system, in words, with a link to the log of its attempts. Source: DEL-06. */
export function DeliveryState({ chatId, delivery, canResend, onOpenLog }: DeliveryStateProps): JSX.Element {
  const [tip, learnMore] = useTip(delivery);
  const { state } = delivery;
  const words = describeDelivery(delivery);
  return (
    <span class={`way ${state}`}>
      <button
        type="button"
        class="quiet delivery-words"
        // Almost every message has this element, so Tab skips it and the keys of the log lead to it. Source: use-delivery-keys.ts.
        tabIndex={state === "delivered" ? -1 : 0}
        {...explained(tip)}
        onClick={() => onOpenLog(delivery.id)}
        onPointerEnter={learnMore}
        onFocus={learnMore}
      >
        <Icon name={icons[state]} />
        <span class={state === "delivered" ? "hush" : "words"}>{words}</span>
        <span class="hush">. {text("showAttempts")}</span>
      </button>
      {state === "failed" && canResend && <Resend chatId={chatId} deliveryId={delivery.id} />}
    </span>
  );
}

/** Only the log has the time of delivery. It is read on demand. */
function useTip({ id, state }: DeskDelivery): readonly [string, () => void] {
  const { api } = useDesk();
  const tip = useSignal<string | null>(null);
  const learnMore = (): void => {
    if (tip.value !== null || state !== "delivered") return;
    tip.value = text("delivered");
    void api.get<DeliveryAnswer>(`/api/deliveries/${id}`).then((answer) => {
      const last = answer.ok ? answer.value.delivery.attempts.at(-1) : undefined;
      if (last !== undefined) tip.value = text("deliveredAt", { time: exactTime(last.at + (last.durationMs ?? 0)) });
      else tip.value = null;
    });
  };
  return [tip.value ?? text("showAttempts"), learnMore];
}

/** Source: DEL-05. */
function Resend({ chatId, deliveryId }: { readonly chatId: string; readonly deliveryId: string }): JSX.Element {
  const { api, conversations } = useDesk();
  const [isBusy, setBusy] = useState(false);
  const resend = async (): Promise<void> => {
    setBusy(true);
    const show = conversations.ask(chatId);
    const answer = await api.send<MessageAnswer>("POST", `/api/deliveries/${deliveryId}/resend`);
    setBusy(false);
    if (answer.ok) show(answer.value.message);
    else tellFailure(text("notSentAgain"), answer.failure);
  };
  return (
    <button type="button" class="small" {...press(isBusy ? underWay() : null, () => void resend())}>
      {text("sendAgain")}
    </button>
  );
}
