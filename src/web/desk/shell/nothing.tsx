import type { ComponentChildren, JSX } from "preact";
import { timeOfDay } from "../../shared/parts/times.ts";
import { useDesk } from "./use-desk.ts";

/** What a list says in place of rows: that there are none, or, while the desk is not connected, that it cannot know. */
export function Nothing({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const words = useUnknown();
  return <p class="empty">{words ?? children}</p>;
}

/** Why nothing can be said of what there is now; null while it can. */
export function useUnknown(): string | null {
  const since = useDesk().link.goneSinceMs.value;
  return since === null
    ? null
    : `Not connected since ${timeOfDay(since)}: what has come in since then is not known here. It is shown as soon as the connection is back.`;
}
