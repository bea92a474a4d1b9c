import type { JSX } from "preact";
import type { DeskDeliveryRecord } from "../../../codec/desk-log.ts";
import { Ago } from "../parts/ago.tsx";
import { Icon } from "../parts/icon.tsx";
import { useDesk } from "../shell/use-desk.ts";
import { describeOutcome, nameOfKind } from "./words.ts";

interface DeliveryRowProps {
  readonly delivery: DeskDeliveryRecord;
  /** Where all of it is shown. */
  readonly place: string;
  readonly isOpen: boolean;
}

const icons = { pending: "clock", attempting: "send", delivered: "check", failed: "warning" } as const;

export function DeliveryRow({ delivery, place, isOpen }: DeliveryRowProps): JSX.Element {
  const { channels } = useDesk().surroundings.value;
  const { kind, channelId, chatId, createdAt, state } = delivery;
  const channel = channels.find(({ id }) => id === channelId)?.name ?? channelId;
  return (
    <a class={`delivery ${state}`} href={place} aria-current={isOpen ? "true" : undefined}>
      <Icon name={icons[state]} />
      <span class="delivery-lines">
        <span class="delivery-top">
          <span class="name">{nameOfKind(kind)}</span>
          <Ago atMs={createdAt} />
        </span>
        <span class="outcome">{describeOutcome(delivery)}</span>
        <span class="help">
          {channel}
          {chatId !== null && `, chat ${chatId}`}
        </span>
      </span>
    </a>
  );
}
