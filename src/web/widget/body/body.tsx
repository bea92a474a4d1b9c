import { isWindowOpen } from "../../../../machines/widget/widget-state.ts";
import type { Bridge, MountWidget } from "../bridge.types.ts";
import { createUi } from "../ui/ui.tsx";
import type { Environment } from "./environment.types.ts";
import type { Model } from "./model.types.ts";
import { pageTitle } from "./page/page-title.ts";
import { loadPart } from "./requests/load-part.ts";
import { cookieStorage, keepIn } from "./visitor/storage.ts";
import { createWidget } from "./widget.ts";

export const mountWidget: MountWidget = (host, bridge) => {
  let shown: Model | undefined;
  const environment = createEnvironment(bridge);
  const ui = createUi(host.shadowRoot ?? host.attachShadow({ mode: "open" }), bridge, environment);
  const widget = createWidget(
    bridge,
    (model) => {
      shown = model;
      ui.show(model, widget.actions);
    },
    environment,
  );
  return () => {
    // The page has replaced its document, so a widget follows, with the window as it is here.
    if (host.isConnected && shown && isWindowOpen(shown.state)) bridge.waiting.push({ type: "open" });
    widget.stop();
    ui.stop();
  };
};

const lookMs = 1_000;
/** By then all tabs have asked for the lock: a browser wakes a hidden tab once a minute. */
const lockedMs = 300_000;
/** Taken before a later script of the page can replace them. */
const { WebSocket: OwnSocket, fetch: ownFetch } = window;

/** Creates the environment of the real browser. */
const createEnvironment = ({ toJson }: Bridge): Environment => ({
  toJson,
  openSocket: (url) => new OwnSocket(url),
  fetch: (url, request) => ownFetch(url, request),
  loadPost: () => loadPart("upload.js"),
  nowMs: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
  site: keepIn(
    () => localStorage,
    keepIn(() => cookieStorage),
  ),
  tab: keepIn(() => sessionStorage),
  newId: () => Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join(""),
  page: () => ({ url: location.href, title: pageTitle.read() }),
  isVisible: () => document.visibilityState === "visible",
  alone(name, run) {
    // Other pages see a change of the storage late, so two pages could both act as the first one. Locks exist only on https pages.
    const { locks } = navigator as { readonly locks?: LockManager };
    if (locks === undefined) run();
    else
      locks
        .request(
          name,
          { ifAvailable: true },
          (lock) =>
            lock &&
            new Promise((end) => {
              run();
              setTimeout(end, lockedMs);
            }),
        )
        .catch(run);
  },
  on(happening, run) {
    if (happening === "kept") return listen([window, "storage", run]);
    if (happening === "offline") return listen([window, "offline", run]);
    if (happening === "leave")
      return listen([document, "mouseleave", run], [document, "visibilitychange", () => document.hidden && run()]);
    if (happening === "return")
      return listen([window, "online", run], [document, "visibilitychange", () => document.hidden || run()]);
    const { navigation } = window as { readonly navigation?: EventTarget };
    if (navigation !== undefined) return listen([navigation, "currententrychange", run]);
    // This browser has no event for `pushState`.
    const timer = setInterval(run, lookMs);
    const end = listen([window, "popstate", run], [window, "hashchange", run]);
    return () => {
      clearInterval(timer);
      end();
    };
  },
});

function listen(...all: readonly (readonly [EventTarget, string, () => void])[]): () => void {
  for (const [target, name, run] of all) target.addEventListener(name, run);
  return () => {
    for (const [target, name, run] of all) target.removeEventListener(name, run);
  };
}
