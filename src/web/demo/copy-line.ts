import { elementById } from "../shared/browser/element-by-id.ts";

/** A browser that lets nobody write to its clipboard gets the line selected. */
export function prepareCopyLine(): void {
  const line = elementById("line", HTMLInputElement);
  const copied = elementById("copied", HTMLElement);
  line.addEventListener("focus", () => line.select());
  elementById("copy", HTMLButtonElement).addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(line.value);
      copied.textContent = "Copied.";
    } catch {
      line.focus();
      copied.textContent = "Selected: copy it with the keys of your system.";
    }
  });
}
