import type { JSX } from "preact";
import type { MessageButton } from "../../../../../machines/chat/message.types.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { Icon } from "../../../shared/parts/icon.tsx";
import { messageTexts } from "../../texts/en/message.ts";
import type { ButtonsState } from "./buttons-state.ts";

const text = textsOf("message", messageTexts);

interface BotButtonsProps {
  readonly buttons: readonly MessageButton[];
  readonly state: ButtonsState | undefined;
}

/** The prepared answers of a bot; only the client can click them. Source: BOT-40, BOT-42. */
export function BotButtons({ buttons, state = { isLive: false, clicked: null } }: BotButtonsProps): JSX.Element {
  return (
    <div class="bot-buttons">
      <ul aria-label={text(state.isLive ? "buttonsLiveList" : "buttonsRetiredList")}>
        {buttons.map(({ text: label, id }, index) => (
          <li key={`${index} ${id}`} class={state.isLive ? "live" : "retired"}>
            {state.clicked === index && <Icon name="check" />}
            {label}
            {state.clicked === index && <span class="hush">{text("clickedMark")}</span>}
          </li>
        ))}
      </ul>
      <p class="aside">{text(state.isLive ? "buttonsLive" : "buttonsRetired")}</p>
    </div>
  );
}
