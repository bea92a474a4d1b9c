import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { DeskDeliveryDetails } from "../../../../codec/desk/desk-log.ts";
import type { ApiFailure } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import type { DeliveryAnswer } from "../../data/answers.types.ts";
import { ChartLink } from "../../parts/chart-link.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { useDesk } from "../../shell/use-desk.ts";
import { deliveryTexts } from "../../texts/en/delivery.ts";
import { Attempts } from "./attempts.tsx";

const text = textsOf("delivery", deliveryTexts);

interface AttemptLogProps {
  readonly deliveryId: string;
  /** The delivery's state in the words of the conversation. A change rereads the log. */
  readonly words: string;
  readonly onClose: () => void;
}

/** Every attempt to deliver a message: time, response, duration. Source: DEL-28. */
export function AttemptLog({ deliveryId, words, onClose }: AttemptLogProps): JSX.Element {
  const { api } = useDesk();
  const read = useSignal<DeskDeliveryDetails | ApiFailure | null>(null);
  useEffect(() => {
    const aborter = new AbortController();
    void api.get<DeliveryAnswer>(`/api/deliveries/${deliveryId}`, aborter.signal).then((answer) => {
      if (aborter.signal.aborted) return;
      read.value = answer.ok ? answer.value.delivery : answer.failure;
    });
    return () => aborter.abort();
  }, [deliveryId, words]);
  const { value } = read;
  return (
    <Dialog title={text("title")} onClose={onClose}>
      <div class="attempt-log">
        <p class="outcome">{words}</p>
        <ChartLink actor={`delivery/${deliveryId}`} words={text("seeChart")} />
        {value === null && <p class="help">{text("loading")}</p>}
        {value !== null && "attempts" in value && <Attempts attempts={value.attempts} />}
        {value !== null && "code" in value && (
          <p class="error" role="alert">
            {text("logFailed", { reason: value.message })}
          </p>
        )}
        <footer>
          <button type="button" onClick={onClose}>
            {text("done")}
          </button>
        </footer>
      </div>
    </Dialog>
  );
}
