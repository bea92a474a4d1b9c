import type { JSX } from "preact";
import { isWindowOpen } from "../../../../machines/widget/widget-state.ts";
import { textColorOn } from "../../shared/styles/text-color.ts";
import { Icon } from "./icon.tsx";
import type { Viewed } from "./view.types.ts";
import { Window } from "./window.tsx";

/** Draws the label or the window. After the first opening the window stays in the page, so that its unfinished texts are kept. */
export function App({ view, hasOpened }: Viewed & { readonly hasOpened: boolean }): JSX.Element {
  const { model, actions, look, speech } = view;
  const { words } = speech;
  const isOpen = isWindowOpen(model.state);
  const unread = isOpen || model.unread === 0 ? "" : speech.unread(model.unread);
  const { color } = look;
  return (
    <div
      class={`widget ${look.position} ${isOpen ? "open" : ""}`}
      lang={speech.language}
      dir={speech.direction}
      style={color === null ? {} : { "--accent": color, "--on-accent": textColorOn(color) }}
    >
      <button type="button" class="label" hidden={isOpen} aria-label={`${words.open} ${unread}`} onClick={actions.open}>
        <Icon name="chat" />
        {unread !== "" && <b class="badge">{model.unread > 99 ? "99+" : speech.number(model.unread)}</b>}
      </button>
      <p class="hush" role="status">
        {unread}
      </p>
      {hasOpened && <Window view={view} isOpen={isOpen} />}
    </div>
  );
}
