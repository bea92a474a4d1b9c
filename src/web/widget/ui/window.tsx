import type { JSX } from "preact";
import { isInputMethod } from "../../shared/browser/input-events.ts";
import { Chat } from "./chat.tsx";
import { Header } from "./header.tsx";
import { Later } from "./later/later.tsx";
import type { WindowPart, WindowProps } from "./later/later.types.ts";
import { isPhoneSize, keepFocusIn, keepPageStill, keepSeen } from "./manners.ts";
import composer from "./styles/composer.css";
import log from "./styles/log.css";

function Window({ view, isOpen }: WindowProps): JSX.Element {
  const { model, actions, speech } = view;
  const { words } = speech;
  const { link } = model;
  return (
    <div
      class="window"
      ref={keepSeen}
      role="dialog"
      aria-labelledby="who"
      aria-modal={isPhoneSize()}
      tabIndex={-1}
      hidden={!isOpen}
      onKeyDown={(event) => {
        if (event.key === "Escape" && !isInputMethod(event)) actions.close();
        keepFocusIn(event);
      }}
      onWheel={keepPageStill}
      onTouchMove={keepPageStill}
    >
      <Header view={view} />
      <p class="banner" role="status">
        {link !== "live" && words[link]}
      </p>
      {model.isHome && !model.state.endsWith("call") ? (
        <Later script="home" name="home" isAsked view={view} />
      ) : (
        <Chat view={view} isOpen={isOpen} />
      )}
    </div>
  );
}

/** The content of a separate script, which is loaded when the visitor is about to open the window. */
export const parts: WindowPart = { styles: log + composer, Window };
