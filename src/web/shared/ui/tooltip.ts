/** The distance between a control and its words; `tooltip.css` makes the pointer's way over it. */
const gapPx = 6;
const edgePx = 8;

interface Named {
  readonly "aria-label": string;
  readonly "data-tip": string;
}

export interface Explained {
  readonly "aria-description": string | undefined;
  readonly "data-tip": string | undefined;
}

/** The name of a control without words. `tip` says more than the name, such as the control's key. */
export const named = (name: string, tip = name): Named => ({ "aria-label": name, "data-tip": tip });

/** What a control means, or why it cannot be used. */
export const explained = (words: string | undefined): Explained => ({ "aria-description": words, "data-tip": words });

/**
 * Shows the words of `named` and `explained` beside their control, when a pointer is over the control or a key has moved the focus to it. Every
 * key and press hides them, and the pointer can go over them. Source: WCAG 2.2, 1.4.13. Screen readers know the words from the control.
 */
export function showTips(): void {
  const tip = document.createElement("div");
  tip.className = "tooltip";
  tip.popover = "manual";
  tip.ariaHidden = "true";
  let shown: HTMLElement | null = null;
  // The words of a control change while the pointer is over it, as when its action ends.
  const changes = new MutationObserver(() => {
    const control = shown;
    hide();
    if (control?.dataset["tip"] !== undefined) show(control, control.dataset["tip"]);
  });
  const hide = (): void => {
    shown = null;
    changes.disconnect();
    tip.remove();
  };
  const show = (control: HTMLElement, words: string): void => {
    if (control === shown) return;
    hide();
    shown = control;
    changes.observe(control, { attributeFilter: ["data-tip"] });
    tip.textContent = words;
    // Over an open dialog, only what is in the dialog hears a pointer.
    (control.closest("dialog") ?? document.body).append(tip);
    tip.showPopover();
    place(tip, control);
  };
  const look = ({ target }: Event): void => {
    if (!(target instanceof Element) || tip.contains(target)) return;
    const control = target.closest<HTMLElement>("[data-tip]");
    if (control === null) hide();
    else show(control, control.dataset["tip"] ?? "");
  };
  addEventListener("pointerover", (event) => event.pointerType === "mouse" && look(event));
  addEventListener("focusin", (event) => {
    // A menu that opens moves the focus, and the browser shows no second part at the same moment.
    requestAnimationFrame(
      () => event.target instanceof Element && event.target.matches(":focus-visible") && look(event),
    );
  });
  for (const type of ["focusout", "keydown", "pointerdown"]) addEventListener(type, hide, true);
  // A control that is out of sight comes into sight after it has got the focus.
  addEventListener("scroll", () => (shown?.matches(":focus-visible") ? place(tip, shown) : hide()), true);
}

/** Sets the words beside their control, where they cover no other control if there is such a place. */
function place(tip: HTMLElement, control: HTMLElement): void {
  const { left, right, top, bottom } = control.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const { offsetWidth, offsetHeight } = tip;
  const x = Math.max(edgePx, Math.min((left + right - offsetWidth) / 2, clientWidth - offsetWidth - edgePx));
  const y = (top + bottom - offsetHeight) / 2;
  const places: readonly (readonly [number, number])[] = [
    [x, bottom + gapPx],
    [x, top - gapPx - offsetHeight],
    [right + gapPx, y],
    [left - gapPx - offsetWidth, y],
  ];
  const inView = places.filter(
    ([atX, atY]) => atX >= 0 && atY >= 0 && atX + offsetWidth <= clientWidth && atY + offsetHeight <= clientHeight,
  );
  // In a column of controls, words below one would cover the next.
  const others = [...(control.closest("dialog") ?? document).querySelectorAll("[data-tip]")]
    .filter((one) => !one.contains(control))
    .map((one) => one.getBoundingClientRect());
  const free = inView.find(([atX, atY]) =>
    others.every(
      (one) => one.right <= atX || one.left >= atX + offsetWidth || one.bottom <= atY || one.top >= atY + offsetHeight,
    ),
  );
  const [atX, atY] = free ?? inView[0] ?? [x, bottom + gapPx];
  tip.style.left = `${atX}px`;
  tip.style.top = `${atY}px`;
}
