import { element } from "./element.ts";

/** A browser that lets nobody write to its clipboard gets the line selected. */
export function prepareCopyLine(): void {
  const line = element("line", HTMLInputElement);
  const copied = element("copied", HTMLElement);
  line.addEventListener("focus", () => line.select());
  element("copy", HTMLButtonElement).addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(line.value);
      copied.textContent = "Copied.";
    } catch {
      line.focus();
      copied.textContent = "Selected: copy it with the keys of your system.";
    }
  });
}
