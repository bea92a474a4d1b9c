import { elementById } from "../shared/browser/element-by-id.ts";
import { argumentsOf } from "./methods.ts";
import { pageWindow } from "./page-window.ts";
import { show } from "./show.ts";

/** Adds the button and the element for the result to each form of a method. */
export function prepareMethodForms(called: () => void): void {
  for (const form of elementById("methods", HTMLElement).querySelectorAll("form")) {
    const name = form.dataset["method"] ?? "";
    const button = document.createElement("button");
    button.textContent = `Call ${name}`;
    const result = document.createElement("output");
    result.className = "value";
    form.append(button, result);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      call(name, form, (text) => {
        result.textContent = text;
        elementById("last", HTMLElement).textContent = `${name}: ${text}`;
        called();
      });
    });
  }
}

function call(name: string, form: HTMLFormElement, tell: (text: string) => void): void {
  const fields = new FormData(form);
  const back = (...values: readonly unknown[]): void => tell(`called back with ${values.map(show).join(", ")}`);
  const area = form.querySelector("textarea");
  area?.removeAttribute("aria-invalid");
  try {
    const values = argumentsOf[name]?.((field) => String(fields.get(field) ?? ""), back) ?? [];
    const result = pageWindow.svc_api?.[name]?.(...values);
    if (pageWindow.svc_api === undefined) tell("not called, the widget's script has not come yet");
    else if (result !== undefined || !values.includes(back)) tell(show(result));
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    area?.setAttribute("aria-invalid", "true");
    area?.focus();
    tell(`not called, the field is no JSON: ${error.message}`);
  }
}
