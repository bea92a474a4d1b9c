/** The window takes the whole screen. */
export const isPhoneSize = (): boolean => matchMedia("(max-width: 479px), (max-height: 359px)").matches;

/** On a screen it fills, the focus goes round in the window. */
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

/** What cannot be scrolled in the window does not scroll the page behind it. */
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
  /** Before anything is drawn; the returned function after it. */
  around(isOpen: boolean): () => void;
  /** The visitor did what comes next, not the page. */
  byVisitor(): void;
}

/**
 * The focus goes into the window when the visitor opens it, or the page does while nobody writes on the page; where what had it is
 * gone, to what took its place; and back where it was when the window closes.
 */
export function createFocusKeeper(root: ShadowRoot): FocusKeeper {
  let wasOpen = false;
  let isByVisitor = false;
  let before: Element | null = null;
  const find = (selector: string): HTMLElement | null => root.querySelector<HTMLElement>(selector);
  return {
    byVisitor() {
      isByVisitor = true;
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

/** A field that has the focus brings up the keyboard of a touch screen, over what there is to read. */
function goIn(find: (selector: string) => HTMLElement | null): void {
  const isTouched = matchMedia("(pointer: coarse)").matches;
  const target = isTouched ? null : find("[data-first]");
  (target ?? find(".window"))?.focus({ preventScroll: true });
}
