import { isTyping } from "./is-typing.ts";

/** The keys of the list, wherever the focus is but in a field: j and k go through the rows, / leads to the search. The answer stops it. */
export function hearListKeys(list: HTMLElement, seek: () => void): () => void {
  const hear = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const isInside = list.contains(event.target as Node);
    const by = steps[event.key] ?? (isInside ? arrows[event.key] : undefined);
    if (by !== undefined) moveFocus(list, by);
    else if (event.key === "/") seek();
    else return;
    event.preventDefault();
  };
  addEventListener("keydown", hear);
  return () => removeEventListener("keydown", hear);
}

const steps: Readonly<Record<string, number>> = { j: 1, k: -1 };
const arrows: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

/** From the row in focus, else the one that is open, else the beginning. */
function moveFocus(list: HTMLElement, by: number): void {
  const rows = [...list.querySelectorAll<HTMLElement>(".actor-row")];
  const focused = rows.indexOf(document.activeElement as HTMLElement);
  const from = focused === -1 ? rows.findIndex((row) => row.ariaCurrent === "true") : focused;
  const next = from === -1 ? 0 : Math.min(Math.max(from + by, 0), rows.length - 1);
  rows[next]?.focus();
}
