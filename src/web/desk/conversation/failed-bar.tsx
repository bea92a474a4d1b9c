import type { JSX } from "preact";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { Icon } from "../../shared/parts/icon.tsx";
import { FailedSteps, FailedText } from "../shell/failures/failed-card.tsx";

/** Messages of this chat were not delivered, whoever wrote them. */
export function FailedBar({ chat }: { readonly chat: DeskChat }): JSX.Element | null {
  if (chat.failed === null) return null;
  return (
    <section class="failed-bar" aria-label="Not delivered in this chat">
      <Icon name="warning" />
      <FailedText chat={chat} />
      <FailedSteps
        chat={chat}
        onGone={() => document.querySelector<HTMLElement>(".conversation [role=log]")?.focus()}
      />
    </section>
  );
}
