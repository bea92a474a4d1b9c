import type { JSX } from "preact";
import { Component, Fragment, h, render } from "preact";
import { isWindowOpen } from "../../../../machines/widget/widget-state.ts";
import { canPlay, playTones } from "../../shared/browser/play-tones.ts";
import { textColorOn } from "../../shared/ui/text-color.ts";
import tokens from "../../shared/ui/tokens.css";
import type { Environment } from "../body/environment.types.ts";
import type { Actions, Model } from "../body/model.types.ts";
import { pageTitle } from "../body/page/page-title.ts";
import { loadPart } from "../body/requests/load-part.ts";
import type { BackEvent, Bridge } from "../bridge.types.ts";
import { chooseLanguage } from "../i18n/languages.ts";
import type { Speech } from "../i18n/speech.ts";
import { createSpeech } from "../i18n/speech.ts";
import type { Words } from "../i18n/words.ts";
import type { LaterScript, WindowPart, WindowProps } from "./later/later.types.ts";
import { createFocusKeeper } from "./manners.ts";
import { ChatIcon } from "./shapes.tsx";
import frame from "./styles/frame.css";
import type { View, Viewed } from "./view.types.ts";

export interface Ui {
  show(model: Model, actions: Actions): void;
  stop(): void;
}

/** The interval at which times such as "2 min ago" are drawn again. */
const lookMs = 30_000;
/** The words are asked for again after this time. */
const speakAgainMs = 30_000;

async function loadSpeech(language: string, locale: string): Promise<Speech> {
  const { default: words } = await loadPart<{ readonly default: Words }>(`${language}.js`);
  return createSpeech(language, locale, words);
}

/** The window, for all widgets of the page. Its script is loaded when the visitor is about to open it. */
let part: WindowPart | undefined;
let hasFailed = false;

/** The style sheet of the shadow root, and the window's script. `changed` is called when the window is loading, has loaded or has failed. */
function createPart(root: ShadowRoot, changed: () => void): Pick<View, "wear" | "load"> {
  const sheet = new CSSStyleSheet();
  const styles = new Set([tokens, frame]);
  let isLoading = false;
  const wear = (more = frame): void => {
    styles.add(more);
    sheet.replaceSync([...styles].join(""));
    root.adoptedStyleSheets = [sheet];
  };
  wear(part?.styles);
  return {
    wear,
    async load() {
      if (part !== undefined || isLoading) return;
      isLoading = true;
      hasFailed = false;
      changed();
      try {
        const { make } = await loadPart<LaterScript<WindowPart>>("window.js");
        part ??= make({ Component, Fragment, h });
        wear(part.styles);
      } catch {
        hasFailed = true;
      }
      isLoading = false;
      changed();
    },
  };
}

/** Draws the widget into the shadow root. Nothing is visible before the first `show` and the texts. */
export function createUi(root: ShadowRoot, { settings, fire }: Bridge, environment: Environment): Ui {
  const { look, suggestions } = settings;
  const { wear, load } = createPart(root, () => draw());
  const own = { look, suggestions, drafts: environment.tab, wear, load };
  // Keys that are pressed in the widget must not trigger shortcuts of the page.
  for (const type of ["keydown", "keyup", "keypress"]) root.addEventListener(type, (event) => event.stopPropagation());
  const { language, locale } = chooseLanguage(look.language, [...navigator.languages, document.documentElement.lang]);
  let speech: Speech | undefined;
  let shown: { readonly model: Model; readonly actions: Actions } | null = null;
  let hasDrawn = false;
  let hasOpened = false;
  const focus = createFocusKeeper(root);
  const drawAttention = createAttention(environment);
  /** The first report is the size at the start. Source: WJ-37. */
  let hasSize = false;
  const size = new ResizeObserver(() => {
    if (hasSize) fire("svc_onResizeCallback");
    hasSize = true;
  });

  const draw = (): void => {
    if (shown === null || speech === undefined) return;
    const { model, actions } = shown;
    const isOpen = isWindowOpen(model.state);
    hasOpened ||= isOpen;
    if ((hasOpened || model.isChatting) && !hasFailed) load();
    const moveFocus = focus.around(isOpen);
    const view: View = { ...own, model, actions, speech, nowMs: Date.now() };
    render(<App view={view} hasOpened={hasOpened} />, root);
    moveFocus();
    drawAttention(model);
    if (!hasDrawn && root.firstElementChild) size.observe(root.firstElementChild);
    hasDrawn = true;
  };
  const timer = setInterval(() => hasOpened && !document.hidden && draw(), lookMs);
  document.addEventListener("visibilitychange", draw);
  root.host.addEventListener("svc-back" satisfies BackEvent, (event) => {
    event.preventDefault();
    // Another document takes the style sheets away.
    wear();
    draw();
    focus.back();
  });
  let stopSpeaking = (): void => undefined;
  const keepSpeaking = async (): Promise<void> => {
    speech = await loadSpeech(language, locale).catch(() => loadSpeech("en", "en").catch(() => undefined));
    // Without words nothing is drawn.
    if (speech === undefined) stopSpeaking = environment.after(speakAgainMs, () => void keepSpeaking());
    draw();
  };
  void keepSpeaking();
  return {
    show(model, { open, ...actions }) {
      const byVisitor = (): void => {
        focus.byVisitor();
        open();
      };
      shown = { model, actions: { ...actions, open: byVisitor } };
      draw();
    },
    stop() {
      shown = null;
      stopSpeaking();
      clearInterval(timer);
      document.removeEventListener("visibilitychange", draw);
      size.disconnect();
      pageTitle.mark("");
      render(null, root);
    },
  };
}

/** Draws the label or the window. After the first opening the window stays in the page, so that its unfinished texts are kept. */
function App({ view, hasOpened }: Viewed & { readonly hasOpened: boolean }): JSX.Element {
  const { model, actions, look, speech } = view;
  const { words } = speech;
  const isOpen = isWindowOpen(model.state);
  const unread = isOpen || model.unread === 0 ? "" : speech.unread(model.unread);
  const { color } = look;
  const Window = part?.Window ?? Loading;
  return (
    <div
      class={`widget ${look.position} ${isOpen ? "open" : ""}`}
      lang={speech.language}
      dir={speech.direction}
      style={color === null ? {} : { "--accent": color, "--on-accent": textColorOn(color) }}
    >
      <button
        type="button"
        class="label"
        hidden={isOpen}
        aria-label={`${words.open} ${unread}`}
        onPointerEnter={view.load}
        onFocus={view.load}
        onClick={actions.open}
      >
        <ChatIcon />
        {unread !== "" && <b class="badge">{model.unread > 99 ? "99+" : speech.number(model.unread)}</b>}
      </button>
      <p class="hush" role="status">
        {unread}
      </p>
      {hasOpened && <Window view={view} isOpen={isOpen} />}
    </div>
  );
}

/** Stands in for the window while its script loads. A failure is shown, with a button to try again. */
const Loading = ({ view, isOpen }: WindowProps): JSX.Element => {
  const { words } = view.speech;
  return (
    <div
      class="window"
      role="dialog"
      aria-label={words.chat}
      tabIndex={-1}
      hidden={!isOpen}
      onKeyDown={({ key }) => key === "Escape" && view.actions.close()}
    >
      <p class="hint" role="status">
        {hasFailed ? words.trouble : words.loading}
      </p>
      {hasFailed && (
        <button type="button" onClick={view.load}>
          {words.again}
        </button>
      )}
      <button type="button" onClick={view.actions.close}>
        {words.close}
      </button>
    </div>
  );
};

/** A tab in which the visitor reads is the first to take a message. */
const behindMs = 300;

/**
 * Notifies a visitor who looks elsewhere of new messages: a number in the title of a hidden tab, and one sound over all tabs. A tab in
 * which the visitor reads takes the message in silence.
 */
function createAttention({ after, alone }: Environment): (model: Model) => void {
  let notified: string | undefined;
  let hasBegun = false;
  return (model) => {
    const { hidden } = document;
    const isRead = !hidden && isWindowOpen(model.state);
    const last = model.lines.findLast(({ from }) => from !== "client")?.key;
    if (hasBegun && last !== notified && model.unread > 0 && (isRead || (model.isSoundOn && canPlay())))
      after(isRead ? 0 : behindMs, () => alone(`svc_sound_${last}`, () => isRead || chime()));
    notified = last;
    hasBegun = true;
    pageTitle.mark(hidden && model.unread > 0 ? `(${model.unread}) ` : "");
  };
}

/** Plays two short soft tones. */
const chime = (): void => playTones({ hertz: [660, 880], apartSeconds: 0.12, lastsSeconds: 0.3, gain: 0.06 });
