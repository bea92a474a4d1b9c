import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { Icon } from "../../shared/parts/icon.tsx";
import { inspectorShell } from "../texts/en/inspector-shell.ts";
import { route } from "./route.ts";

const text = textsOf("inspector-shell", inspectorShell);

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
      said.value = text("copied");
    } catch {
      // Only secure pages can use the clipboard. The browser's own address bar works everywhere.
      said.value = text("notCopied");
    }
  };
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        <Icon name="link" />
        <span class="words">{text("copyLink")}</span>
      </button>
      <span class="help" role="status">
        {said.value}
      </span>
    </>
  );
}
