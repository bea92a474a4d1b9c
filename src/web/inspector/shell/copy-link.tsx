import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "../../shared/parts/icon.tsx";
import { route } from "./route.ts";

/** Takes the address of what is shown along, for a colleague. */
export function CopyLink(): JSX.Element {
  const said = useSignal("");
  const { value: where } = route;
  useEffect(() => {
    said.value = "";
  }, [where]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(location.href);
      said.value = "Copied";
    } catch {
      // The clipboard is for secure pages alone: the browser's own address line works everywhere.
      said.value = "Copy it from the address line";
    }
  };
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        <Icon name="link" />
        <span class="words">Copy link</span>
      </button>
      <span class="help" role="status">
        {said.value}
      </span>
    </>
  );
}
