import { elementById } from "../shared/browser/element-by-id.ts";

/** The part of the widget that pages see. The values are untyped, because the demo shows every value. */
interface PageWindow {
  readonly svc_api?: Readonly<Record<string, (...values: readonly unknown[]) => unknown>>;
  readonly svc_config?: unknown;
  [callback: `svc_on${string}`]: (...values: readonly unknown[]) => void;
}

const pageWindow = window as unknown as PageWindow;

/** Adds the button and the element for the result to each form of a method. */
function prepareMethodForms(called: () => void): void {
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

/** Shows the values of a later answer on the page. */
type Back = (...values: readonly unknown[]) => void;
type Field = (name: string) => string;

/**
 * The arguments of each method, from the fields of its form. Methods that answer later get `back`. Throws a `SyntaxError` if a
 * field must be JSON but is not. Source: section "Methods" of the rules.
 */
const argumentsOf: Readonly<Record<string, (field: Field, back: Back) => readonly unknown[]>> = {
  open: (field) => (field("start") === "" ? [] : [{ start: field("start") }]),
  close: () => [],
  destroy: () => [],
  chatMode: () => [],
  getContactInfo: () => [],
  getVisitorNumber: (_field, back) => [back],
  isCallbackEnabled: (_field, back) => [back],
  setContactInfo: (field) => [pick(field, contactFields)],
  setCustomData: (field) => [JSON.parse(field("fields"))],
  setRules: (field) => [JSON.parse(field("rules"))],
  setUserToken: (field) => [field("token")],
  setIdentity: (field, back) => [field("token") || null, back],
  showProactiveInvitation: (field) =>
    field("department") === "" ? [field("text")] : [field("text"), Number(field("department"))],
  startCall: (field) => [field("phone")],
  sendOfflineMessage: (field) => [pick(field, [...contactFields, "message"])],
  sendPageTitle: (field) => [field("title"), true, field("url")],
};

const contactFields = ["name", "email", "phone", "description"];

const pick = (field: Field, names: readonly string[]): object =>
  Object.fromEntries(names.map((name) => [name, field(name)]));

const modeTexts: Readonly<Record<string, string>> = {
  loading: "Loading the widget…",
  online: "Online: an agent is available.",
  offline: "The mode is offline: no agent is available. Messages are kept until one comes.",
};

/** Shows the mode, the config and the address. Only a changed text is written, so that screen readers do not read it twice. */
function showFacts(isLoaded: boolean): void {
  const mode = String(pageWindow.svc_api?.["chatMode"]?.() ?? "–");
  write("chat-mode", mode);
  write("config", pageWindow.svc_config === undefined ? "–" : show(pageWindow.svc_config));
  write("address", location.href);
  const shown = isLoaded ? mode : "loading";
  write("mode", modeTexts[shown] ?? mode).dataset["state"] = shown;
}

function write(id: string, text: string): HTMLElement {
  const target = elementById(id, HTMLElement);
  if (target.textContent !== text) target.textContent = text;
  return target;
}

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
function startCallbackLog(called: (name: string) => void): void {
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

/** The widget has no callback for a change of the mode, so the page polls. */
const lookEveryMs = 500;

let isLoaded = false;
const refresh = (): void => showFacts(isLoaded);
startCallbackLog((name) => {
  isLoaded ||= name === "svc_onLoadCallback";
  refresh();
});
prepareMethodForms(refresh);
prepareLinks(refresh);
prepareCopyLine();
setInterval(refresh, lookEveryMs);

/** Prepares the button that copies the script line. If the browser does not allow writing to the clipboard, the line is selected. */
function prepareCopyLine(): void {
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

/** Prepares the links that change address and title like a single-page app. With a modifier key they are ordinary links. */
function prepareLinks(changed: () => void): void {
  const links = elementById("links", HTMLElement);
  const show = (): void => {
    const current = [...links.querySelectorAll("a")].find(({ search }) => search === location.search);
    for (const link of links.querySelectorAll("a")) link.removeAttribute("aria-current");
    current?.setAttribute("aria-current", "page");
    document.title = current?.dataset["title"] ?? firstTitle;
    changed();
  };
  const firstTitle = document.title;
  links.addEventListener("click", (event) => {
    const link = event.target;
    if (!(link instanceof HTMLAnchorElement) || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    history.pushState(null, "", link.href);
    show();
  });
  addEventListener("popstate", show);
  elementById("anew", HTMLAnchorElement).href = location.pathname;
  show();
}

/** Formats a value in JavaScript notation. */
function show(value: unknown): string {
  return value === undefined ? "undefined" : JSON.stringify(value);
}
