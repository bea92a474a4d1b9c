import { elementById } from "../shared/browser/element-by-id.ts";

/** Prepares the button that copies the script line. If the browser does not allow writing to the clipboard, the line is selected. */
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
