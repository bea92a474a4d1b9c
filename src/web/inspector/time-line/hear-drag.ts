/** Calls `choose` with the step under the pointer while the pointer is pressed on the track. Returns a function that stops listening. */
export function hearDrag(track: HTMLElement, choose: (index: number) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  let held: number | null = null;
  let told: number | null = null;
  const tell = (x: number): void => {
    const index = nearest(track, x);
    if (index === null || index === told) return;
    told = index;
    choose(index);
  };
  track.addEventListener(
    "pointerdown",
    (event) => {
      if (event.button !== 0) return;
      held = event.pointerId;
      told = null;
      track.setPointerCapture(event.pointerId);
      tell(event.clientX);
    },
    { signal },
  );
  track.addEventListener("pointermove", (event) => event.pointerId === held && tell(event.clientX), { signal });
  const leave = (): void => {
    held = null;
  };
  track.addEventListener("pointerup", leave, { signal });
  track.addEventListener("pointercancel", leave, { signal });
  return () => listening.abort();
}

function nearest(track: HTMLElement, x: number): number | null {
  let found: number | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const mark of track.querySelectorAll(".tick")) {
    const { left, width } = mark.getBoundingClientRect();
    const distance = Math.abs(left + width / 2 - x);
    if (distance >= least) continue;
    least = distance;
    found = Number(mark.parentElement?.getAttribute("data-index"));
  }
  return found;
}
