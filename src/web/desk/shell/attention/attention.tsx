import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { useDesk } from "../use-desk.ts";
import type { Attention as Open } from "./open-attention.ts";
import { openAttention } from "./open-attention.ts";

/** Part of every section: announces events to screen readers, plays sounds and shows notifications. */
export function Attention(): JSX.Element {
  const desk = useDesk();
  const open = useSignal<Open | null>(null);
  useEffect(() => {
    const opened = openAttention(desk);
    open.value = opened;
    return opened.stop;
  }, [desk]);
  return (
    <p class="hush" role="status">
      {open.value?.said.value}
    </p>
  );
}
