import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { Icon } from "../../shared/parts/icon.tsx";
import { route } from "./route.ts";

/** Copies the address of the current view, for a colleague. */
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
      // Only secure pages can use the clipboard. The browser's own address bar works everywhere.
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
