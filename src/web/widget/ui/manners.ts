/** Returns true if the window fills the screen. */
export const isPhoneSize = (): boolean => matchMedia("(max-width: 479px), (max-height: 359px)").matches;

let fitted: HTMLElement | null = null;
const place = (): void => {
  const { visualViewport: seen } = globalThis;
  // A visitor who zooms in sees a part of the window, which stays as it is.
  if (seen === null || fitted === null || seen.scale > 1) return;
  fitted.style.setProperty("--top", `${seen.offsetTop}px`);
  fitted.style.setProperty("--height", `${seen.height}px`);
};

/** On a phone, the window fills the part of the screen that a keyboard leaves, so that the composer is never behind the keyboard. */
export function keepSeen(window: HTMLElement | null): void {
  fitted = window;
  for (const type of ["resize", "scroll"])
    if (window === null) globalThis.visualViewport?.removeEventListener(type, place);
    else globalThis.visualViewport?.addEventListener(type, place);
  place();
}

/** If the window fills the screen, Tab moves the focus only inside the window. */
export function keepFocusIn(event: KeyboardEvent): void {
  const around = event.currentTarget as HTMLElement;
  if (event.key !== "Tab" || !isPhoneSize()) return;
  const stops = [...around.querySelectorAll<HTMLElement>("a[href],button,input,textarea,audio,video,[tabindex='0']")];
  const seen = stops.filter((stop) => stop.offsetParent !== null);
  const active = (around.getRootNode() as ShadowRoot).activeElement;
  const [last, next] = event.shiftKey ? [seen[0], seen.at(-1)] : [seen.at(-1), seen[0]];
  if (active !== last && active !== around) return;
  event.preventDefault();
  next?.focus();
}

/** Stops a scroll on a part of the window that cannot scroll, so that the page under the window does not scroll. */
export function keepPageStill(event: Event): void {
  const path = event.composedPath();
  const inside = path.slice(0, path.indexOf(event.currentTarget as EventTarget)) as Element[];
  const canScroll = inside.some(
    (element) => element.scrollHeight > element.clientHeight && getComputedStyle(element).overflowY === "auto",
  );
  if (!canScroll) event.preventDefault();
}

const isWritten = (element: Element | null): boolean =>
  element?.matches("input, textarea, select, [contenteditable], iframe") === true;

export interface FocusKeeper {
  /** Call this before each drawing, and the returned function after it. */
  around(isOpen: boolean): () => void;
  /** Call this when the visitor, not the page, causes the next change. */
  byVisitor(): void;
  /** Call this when the page has removed the widget and it is back. The page may have moved the focus on purpose. */
  back(): void;
}

/**
 * Moves the focus into the window when the visitor opens it, or when the page opens it and no field of the page has the focus. If the
 * focused element disappears, the focus moves to the window's first field. When the window closes, the focus returns to its earlier place.
 */
export function createFocusKeeper(root: ShadowRoot): FocusKeeper {
  let wasOpen = false;
  let isByVisitor = false;
  let before: Element | null = null;
  let last: Element | null = null;
  // Some browsers report that the focus is lost when they remove the focused element. The widget is back before this timer.
  for (const type of ["focusin", "focusout"])
    root.addEventListener(type, () =>
      setTimeout(() => {
        last = root.activeElement;
      }),
    );
  const find = (selector: string): HTMLElement | null => root.querySelector<HTMLElement>(selector);
  return {
    byVisitor() {
      isByVisitor = true;
    },
    back() {
      if (document.activeElement === document.body) (last as HTMLElement | null)?.focus({ preventScroll: true });
    },
    around(isOpen) {
      const inside = root.activeElement;
      const outside = document.activeElement;
      return () => {
        const hasOpened = isOpen && !wasOpen;
        const hasClosed = !isOpen && wasOpen;
        wasOpen = isOpen;
        if (hasOpened) {
          before = inside ?? outside;
          if (isByVisitor || !isWritten(outside)) goIn(find);
        } else if (hasClosed && inside !== null) {
          const target = before === document.body || !before?.isConnected ? find(".label") : before;
          (target as HTMLElement | null)?.focus({ preventScroll: true });
        } else if (isOpen && inside !== null && !isShown(root.activeElement)) goIn(find);
        isByVisitor = false;
      };
    },
  };
}

const isShown = (element: Element | null): boolean => (element as HTMLElement | null)?.offsetParent != null;

/** Moves the focus into the window. On a touch screen no field gets the focus, because the keyboard would cover the text. */
function goIn(find: (selector: string) => HTMLElement | null): void {
  const isTouched = matchMedia("(pointer: coarse)").matches;
  const target = isTouched ? null : find("[data-first]");
  (target ?? find(".window"))?.focus({ preventScroll: true });
}
