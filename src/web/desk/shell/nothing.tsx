import type { ComponentChildren, JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import { timeOfDay } from "../../shared/parts/times.ts";
import { shell } from "../texts/en/shell.ts";
import { useDesk } from "./use-desk.ts";

const text = textsOf("shell", shell);

/** What a list says in place of rows: that there are none, or, while the desk is not connected, that it cannot know. */
export function Nothing({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const words = useUnknown();
  return <p class="empty">{words ?? children}</p>;
}

/** Why nothing can be said of what there is now; null while it can. */
export function useUnknown(): string | null {
  const since = useDesk().link.goneSinceMs.value;
  return since === null ? null : text("unknownSince", { time: timeOfDay(since) });
}
