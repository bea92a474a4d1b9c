import type { Bridge, ScriptSettings } from "../bridge.types.ts";
import type { OpenBridge } from "./bridge.ts";
import { bodyPauseMs } from "./limits.ts";
import { loadBody, pause } from "./load-body.ts";
import { guard } from "./page-callbacks.ts";
import { originOf } from "./script-origin.ts";

/**
 * Puts the widget on the page unless it is already there. A widget of another channel replaces the present one.
 * `script` is the script element that runs, if there is one.
 */
export type StartWidget = (settings: ScriptSettings, script: unknown) => Promise<void>;

const hostName = "svc-widget";

/**
 * The script may run several times on a page. The result of the first run is kept at the class of the widget's element, which a
 * page can define only once.
 */
export const widgetLifeOf = (openBridge: () => OpenBridge): StartWidget =>
  (customElements.get(hostName) as WidgetElement | undefined)?.start ?? createWidgetLife(openBridge());

interface WidgetElement extends CustomElementConstructor {
  readonly start: StartWidget;
}

/** The only widget of a page. It ends when its element is removed from the document, and starts again with the next script tag. */
function createWidgetLife(openBridge: OpenBridge): StartWidget {
  /** The bridge of the present widget. An earlier widget that is still loading sees here that it was replaced. */
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
  /** If the complete `<body>` was replaced, the host moves into the new one. If only the host was removed, the widget ends. */
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
        // A page that moves the element inserts it again in the same task.
        setTimeout(look);
      }
    },
  );
  return start;
}
