import { isTyping } from "./is-typing.ts";

/** The keys of the list, except while a field has the focus: j and k move through the rows, / goes to the search. Returns a function that stops listening. */
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

/** Starts at the focused row, else at the open one, else at the first. */
function moveFocus(list: HTMLElement, by: number): void {
  const rows = [...list.querySelectorAll<HTMLElement>(".actor-row")];
  const focused = rows.indexOf(document.activeElement as HTMLElement);
  const from = focused === -1 ? rows.findIndex((row) => row.ariaCurrent === "true") : focused;
  const next = from === -1 ? 0 : Math.min(Math.max(from + by, 0), rows.length - 1);
  rows[next]?.focus();
}
