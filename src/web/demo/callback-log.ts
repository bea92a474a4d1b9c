import { elementById } from "../shared/browser/element-by-id.ts";
import { pageWindow } from "./page-window.ts";
import { show } from "./show.ts";

/** The callbacks that a page may declare. Source: section "Callbacks declared by the page" of the rules. */
const names = [
  "svc_onLoadCallback",
  "svc_onOpen",
  "svc_onClose",
  "svc_onMessageSent",
  "svc_onAccept",
  "svc_onIntroduction",
  "svc_onResizeCallback",
  "svc_onCallStart",
  "svc_onCallEnd",
  "svc_onChangeState",
] as const;

const entriesMax = 200;
const timeFormat = new Intl.DateTimeFormat(undefined, { timeStyle: "medium", hourCycle: "h23" });

/** Declares every callback and shows each call with its time and values, the newest first. */
export function startCallbackLog(called: (name: string) => void): void {
  const log = elementById("log", HTMLElement);
  // The log scrolls, so it must be reachable by keyboard.
  log.tabIndex = 0;
  const list = log.querySelector("ol");
  const empty = elementById("empty", HTMLElement);
  for (const name of names)
    pageWindow[name] = (...values) => {
      list?.prepend(entryOf(name, values));
      list?.children[entriesMax]?.remove();
      empty.hidden = true;
      called(name);
    };
  elementById("clear", HTMLButtonElement).addEventListener("click", () => {
    list?.replaceChildren();
    empty.hidden = false;
  });
}

function entryOf(name: string, values: readonly unknown[]): HTMLLIElement {
  const now = new Date();
  const time = document.createElement("time");
  time.dateTime = now.toISOString();
  time.textContent = `${timeFormat.format(now)}.${String(now.getMilliseconds()).padStart(3, "0")}`;
  const call = document.createElement("code");
  call.textContent = `${name}(${values.map(show).join(", ")})`;
  const entry = document.createElement("li");
  entry.append(time, " ", call);
  return entry;
}
