import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { Icon } from "../../shared/parts/icon.tsx";
import { inspectorShell } from "../texts/en/inspector-shell.ts";
import { route } from "./route.ts";

const text = textsOf("inspector-shell", inspectorShell);

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
      said.value = text("copied");
    } catch {
      // The clipboard is for secure pages alone: the browser's own address line works everywhere.
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
