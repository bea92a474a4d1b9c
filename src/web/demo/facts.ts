import { elementById } from "../shared/browser/element-by-id.ts";
import { pageWindow } from "./page-window.ts";
import { show } from "./show.ts";

const modeTexts: Readonly<Record<string, string>> = {
  loading: "Loading the widget…",
  online: "Online: an agent is available.",
  offline: "The mode is offline: no agent is available. Messages are kept until one comes.",
};

/** Shows the mode, the config and the address. Only a changed text is written, so that screen readers do not read it twice. */
export function showFacts(isLoaded: boolean): void {
  const mode = String(pageWindow.svc_api?.["chatMode"]?.() ?? "–");
  write("chat-mode", mode);
  write("config", pageWindow.svc_config === undefined ? "–" : show(pageWindow.svc_config));
  write("address", location.href);
  const shown = isLoaded ? mode : "loading";
  write("mode", modeTexts[shown] ?? mode).dataset["mode"] = shown;
}

function write(id: string, text: string): HTMLElement {
  const target = elementById(id, HTMLElement);
  if (target.textContent !== text) target.textContent = text;
  return target;
}
