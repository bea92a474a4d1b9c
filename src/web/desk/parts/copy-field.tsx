import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useId, useRef } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { showKeys } from "../shell/commands/key-caps.tsx";
import { parts } from "../texts/en/parts.ts";

const text = textsOf("parts", parts);

interface CopyFieldProps {
  readonly label: string;
  readonly value: string;
  readonly help?: string;
}

/** A text to copy: an address or a line of code. */
export function CopyField({ label, value, help }: CopyFieldProps): JSX.Element {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const said = useSignal("");
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(value);
      said.value = text("copied");
    } catch {
      // Only secure pages can use the clipboard. The copy key works everywhere.
      input.current?.select();
      said.value = text("selected", { keys: showKeys("mod+c") });
    }
  };
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <div class="copy-field">
        <input id={id} ref={input} readonly value={value} onFocus={(event) => event.currentTarget.select()} />
        <button type="button" onClick={() => void copy()} aria-label={text("copyOf", { label })}>
          {text("copy")}
        </button>
      </div>
      {help !== undefined && <p class="help">{help}</p>}
      <p class="help" role="status">
        {said.value}
      </p>
    </div>
  );
}
