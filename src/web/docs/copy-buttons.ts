import { elementById } from "../shared/browser/element-by-id.ts";

/** Gives every block of code a button that copies it. */
export function addCopyButtons(): void {
  for (const block of document.querySelectorAll<HTMLElement>(".code")) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", () => void copy(block, button));
    button.addEventListener("blur", () => {
      button.textContent = "Copy";
    });
    block.append(button);
  }
}

async function copy(block: HTMLElement, button: HTMLButtonElement): Promise<void> {
  const said = elementById("said", HTMLElement);
  // A screen reader does not repeat an unchanged text, so the text is cleared first.
  said.textContent = "";
  const code = block.querySelector("pre");
  try {
    await navigator.clipboard.writeText(`${code?.textContent ?? ""}\n`);
    button.textContent = "Copied";
    said.textContent = "The code is copied.";
  } catch {
    // Without HTTPS a page has no clipboard. The code is selected, so that the reader can copy it with the keyboard.
    if (code !== null) getSelection()?.selectAllChildren(code);
    button.textContent = "Selected";
    said.textContent = "The code is selected: press Ctrl+C to copy it.";
  }
}
