import type { ComponentChildren, JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import { timeOfDay } from "../../shared/parts/times.ts";
import { shell } from "../texts/en/shell.ts";
import { useDesk } from "./use-desk.ts";

const text = textsOf("shell", shell);

/** The text of an empty list; without a connection, the text that the rows are unknown. */
export function Nothing({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const words = useUnknown();
  return <p class="empty">{words ?? children}</p>;
}

/** The reason why the present rows are unknown; null while they are known. */
export function useUnknown(): string | null {
  const since = useDesk().link.goneSinceMs.value;
  return since === null ? null : text("unknownSince", { time: timeOfDay(since) });
}
