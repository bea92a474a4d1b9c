import type { JSX } from "preact";
import type { MessageButton } from "../../../../../machines/chat/message.types.ts";
import { Icon } from "../../../shared/parts/icon.tsx";
import type { ButtonsState } from "./buttons-state.ts";

interface BotButtonsProps {
  readonly buttons: readonly MessageButton[];
  readonly state: ButtonsState | undefined;
}

/** The prepared answers of a bot; only the client can click them. Source: BOT-40, BOT-42. */
export function BotButtons({ buttons, state = { isLive: false, clicked: null } }: BotButtonsProps): JSX.Element {
  const words = state.isLive ? "The client can click one" : "Not to be clicked any more";
  return (
    <div class="bot-buttons">
      <ul aria-label={`Buttons: ${words.toLowerCase()}`}>
        {buttons.map(({ text, id }, index) => (
          <li key={`${index} ${id}`} class={state.isLive ? "live" : "retired"}>
            {state.clicked === index && <Icon name="check" />}
            {text}
            {state.clicked === index && <span class="hush">, clicked</span>}
          </li>
        ))}
      </ul>
      <p class="aside">{words}</p>
    </div>
  );
}
