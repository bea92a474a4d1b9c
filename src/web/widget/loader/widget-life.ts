import type { Bridge, ScriptSettings } from "../bridge.types.ts";
import type { OpenBridge } from "./bridge.ts";
import { bodyPauseMs } from "./limits.ts";
import { loadBody, pause } from "./load-body.ts";
import { guard } from "./page-callbacks.ts";
import { originOf } from "./script-origin.ts";

/** Puts the widget on the page, unless it is there. `script` is the element that runs, where there is one. One of another channel takes the place of the one before. */
export type StartWidget = (settings: ScriptSettings, script: unknown) => Promise<void>;

const hostName = "svc-widget";

/** However often the script runs on a page, what it made the first time is kept: at the class of the widget's element, which a page has once. */
export const widgetLifeOf = (openBridge: () => OpenBridge): StartWidget =>
  (customElements.get(hostName) as WidgetElement | undefined)?.start ?? createWidgetLife(openBridge());

interface WidgetElement extends CustomElementConstructor {
  readonly start: StartWidget;
}

/** The one widget of a page: it ends when its element is taken out of the document, and begins anew with the next script line. */
function createWidgetLife(openBridge: OpenBridge): StartWidget {
  /** Of the present widget: what began earlier notices that it is over. */
  let present: Bridge | null = null;
  let host: HTMLElement | null = null;
  let unmount: (() => void) | null = null;

  const stop = (): void => {
    present = null;
    host?.remove();
    host = null;
    if (unmount) guard(unmount);
    unmount = null;
  };
  /** A host that left with the whole `<body>` comes along into the next one; one that was taken out alone is over. */
  const look = (): void => {
    if (!host || host.isConnected) return;
    if (host.parentNode?.nodeName === "BODY" && document.body) document.body.append(host);
    else stop();
  };
  const start: StartWidget = async (settings, script) => {
    look();
    if (present?.settings.id === settings.id) return;
    stop();
    const isWanted = (): boolean => {
      look();
      return present === bridge;
    };
    const bridge = openBridge(settings, originOf(script, settings), isWanted);
    present = bridge;
    const mountWidget = await loadBody(bridge.origin + settings.body, isWanted);
    while (isWanted() && !document.body) await pause(bodyPauseMs);
    if (!isWanted()) return;
    if (!mountWidget) return stop();
    const element = document.createElement(hostName);
    host = element;
    document.body.append(element);
    guard(() => {
      unmount = mountWidget(element, bridge);
    });
  };
  customElements.define(
    hostName,
    class extends HTMLElement {
      static readonly start = start;
      disconnectedCallback(): void {
        // Whoever moves it puts it back in the same task.
        setTimeout(look);
      }
    },
  );
  return start;
}
