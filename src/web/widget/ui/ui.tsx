import { render } from "preact";
import { isWindowOpen } from "../../../../machines/widget/widget-state.ts";
import tokens from "../../shared/styles/tokens.css";
import type { Keep } from "../body/environment.types.ts";
import type { Actions, Model } from "../body/model.types.ts";
import { pageTitle } from "../body/page/page-title.ts";
import type { Bridge } from "../bridge.types.ts";
import { chooseLanguage, english, loadWords } from "../i18n/languages.ts";
import { createSpeech } from "../i18n/speech.ts";
import { App } from "./app.tsx";
import { createAttention } from "./attention.ts";
import { createFocusKeeper } from "./manners.ts";
import { watchSize } from "./size.ts";
import forms from "./styles/forms.css";
import frame from "./styles/frame.css";
import log from "./styles/log.css";
import type { View } from "./view.types.ts";

export interface Ui {
  show(model: Model, actions: Actions): void;
  stop(): void;
}

/** The interval at which times such as "2 min ago" are drawn again. */
const lookMs = 30_000;

/** Draws the widget into the shadow root. Nothing is visible before the first `show`. */
export function createUi(root: ShadowRoot, { settings, fire }: Bridge, drafts: Keep): Ui {
  const { look } = settings;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(tokens + frame + log + forms);
  root.adoptedStyleSheets = [sheet];
  // Keys that are pressed in the widget must not trigger shortcuts of the page.
  for (const type of ["keydown", "keyup", "keypress"]) root.addEventListener(type, (event) => event.stopPropagation());
  const { language, locale } = chooseLanguage(look.language, [...navigator.languages, document.documentElement.lang]);
  let speech = createSpeech("en", language === "en" ? locale : "en", english);
  let shown: { readonly model: Model; readonly actions: Actions } | null = null;
  let hasOpened = false;
  const focus = createFocusKeeper(root);
  const drawAttention = createAttention();
  const size = watchSize(() => fire("svc_onResizeCallback"));

  const draw = (): void => {
    if (shown === null) return;
    const { model, actions } = shown;
    const isOpen = isWindowOpen(model.state);
    hasOpened ||= isOpen;
    const moveFocus = focus.around(isOpen);
    const view: View = { model, actions, look, speech, nowMs: Date.now(), drafts };
    render(<App view={view} hasOpened={hasOpened} />, root);
    moveFocus();
    drawAttention(model);
    size.watch(root.firstElementChild);
  };
  const timer = setInterval(() => hasOpened && !document.hidden && draw(), lookMs);
  document.addEventListener("visibilitychange", draw);
  loadWords(language).then(
    (words) => {
      if (words === english) return;
      speech = createSpeech(language, locale, words);
      draw();
    },
    // If the texts do not load, English stays, because it is loaded already.
    () => undefined,
  );
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
      clearInterval(timer);
      document.removeEventListener("visibilitychange", draw);
      size.stop();
      pageTitle.mark("");
      render(null, root);
    },
  };
}
