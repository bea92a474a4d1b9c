import type { JSX } from "preact";
import { isInputMethod } from "../../shared/browser/input-method.ts";
import { Chat } from "./chat.tsx";
import { Header } from "./header.tsx";
import { isPhoneSize, keepFocusIn, keepPageStill } from "./manners.ts";
import type { Viewed } from "./view.types.ts";

export function Window({ view, isOpen }: Viewed & { readonly isOpen: boolean }): JSX.Element {
  const { model, actions, speech } = view;
  const { words } = speech;
  const { link } = model;
  return (
    <div
      class="window"
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
      <Chat view={view} isOpen={isOpen} />
    </div>
  );
}
