import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { DeskDeliveryRecord } from "../../../codec/desk/desk-log.ts";
import { Ago } from "../../shared/parts/ago.tsx";
import { Icon } from "../../shared/parts/icon.tsx";
import { useDesk } from "../shell/use-desk.ts";
import { contentOf, describeOutcome, nameOfChannel, titleOf } from "./words.ts";

interface DeliveryRowProps {
  readonly delivery: DeskDeliveryRecord;
  /** The address of its details. */
  readonly place: string;
  readonly isOpen: boolean;
}

const icons = { pending: "clock", attempting: "send", delivered: "check", failed: "warning" } as const;

export function DeliveryRow({ delivery, place, isOpen }: DeliveryRowProps): JSX.Element {
  const { channels } = useDesk().surroundings.value;
  const { channelId, createdAt, state } = delivery;
  const content = contentOf(delivery);
  return (
    <div class={`delivery-row ${state} ${isOpen ? "open" : ""}`}>
      <a class="delivery" href={place} aria-current={isOpen ? "true" : undefined}>
        <Icon name={icons[state]} />
        <span class="delivery-lines">
          <span class="delivery-top">
            <span class="name" dir="auto">
              {titleOf(delivery)}
            </span>
            <Ago atMs={createdAt} />
          </span>
          {content !== null && (
            <span class="words" dir="auto">
              {content}
            </span>
          )}
          <span class="help">{nameOfChannel(channels, channelId)}</span>
          {state !== "failed" && <span class="help">{describeOutcome(delivery)}</span>}
        </span>
      </a>
      {state === "failed" && <Outcome words={describeOutcome(delivery)} />}
    </div>
  );
}

/** The reason of the failure: one line, and the full text when opened. Outside the link, because a link must not contain a control. */
function Outcome({ words }: { readonly words: string }): JSX.Element {
  const isWhole = useSignal(false);
  return (
    <button
      type="button"
      class="outcome"
      aria-expanded={isWhole.value}
      onClick={() => {
        isWhole.value = !isWhole.value;
      }}
    >
      <span>{words}</span>
    </button>
  );
}
