import type { BackEvent, MountWidget, ScriptSettings } from "../bridge.types.ts";
import { openPageSide } from "./bridge.ts";
import { bodyPauseMs, quarterPauseMs, returnsMax, secondMs, triesMax } from "./limits.ts";
import { guard } from "./page-callbacks.ts";
import { originOf } from "./script-origin.ts";

/**
 * Puts the widget on the page unless it is already there. A widget of another channel replaces the present one.
 * `script` is the script element that runs, if there is one.
 */
type StartWidget = (settings: ScriptSettings, script: unknown) => Promise<void>;

const hostName = "svc-widget";

/**
 * The script may run several times on a page. The result of the first run is kept at the class of the widget's element, which a
 * page can define only once.
 */
const widgetLife = (): StartWidget =>
  (customElements.get(hostName) as WidgetElement | undefined)?.start ?? createWidgetLife();

interface WidgetElement extends CustomElementConstructor {
  readonly start: StartWidget;
}

/** The only widget of a page. A page may change everything around it: the widget ends only by `svc_api.destroy()`. */
function createWidgetLife(): StartWidget {
  /** The channel and the element of the present widget. An earlier widget that is still loading sees here that it was replaced. */
  let id: string | undefined;
  let host: HTMLElement | undefined;
  let unmount: (() => void) | undefined;
  /** Puts the host into the document if it is not there. */
  let settle: () => Promise<void>;
  /** The returns of the host, for a second at most. A page that removes it each time at once does not freeze. */
  let returns = 0;

  const stop = (): undefined => {
    const gone = host;
    id = host = undefined;
    gone?.remove();
    guard(() => unmount?.());
    unmount = undefined;
  };
  const openBridge = openPageSide(stop);
  const start: StartWidget = async (settings, script) => {
    if (settings.id === id) return;
    stop();
    const bridge = openBridge(settings, originOf(script, settings));
    const element = document.createElement(hostName);
    const isWanted = (): boolean => element === host;
    ({ id } = settings);
    host = element;
    const mountWidget = await loadBody(bridge.origin + settings.body);
    if (!isWanted()) return;
    if (!mountWidget) return stop();
    settle = async () => {
      setTimeout(() => {
        returns = 0;
      }, secondMs);
      returns += 1;
      // In the first case, too, the page's change is complete before the host is back.
      await (returns > returnsMax && pause(bodyPauseMs));
      while (!document.body) await pause(bodyPauseMs);
      if (!isWanted() || document.contains(element)) return;
      document.body.append(element);
      // Nobody answers the first time, and when `document.open()` has removed all event listeners.
      if (element.dispatchEvent(new Event("svc-back" satisfies BackEvent, { cancelable: true })))
        guard(() => {
          unmount?.();
          unmount = mountWidget(element, bridge);
        });
    };
    await settle();
  };
  customElements.define(
    hostName,
    class extends HTMLElement {
      static readonly start = start;
      connectedCallback(): void {
        // Pages keep a copy of their body, and show the copy later.
        if (this !== host) this.remove();
      }
      disconnectedCallback(): void {
        if (this === host) void settle();
      }
    },
  );
  return start;
}

let failures = 0;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Loads the body's script. Retries with growing pauses. Returns `undefined` if all tries fail. Logs only the first failure. */
async function loadBody(url: string): Promise<MountWidget | undefined> {
  for (let tries = 0; tries < triesMax; tries += 1) {
    if (tries) await pause(quarterPauseMs * 4 ** tries);
    try {
      // Browsers remember that an address failed, so each try uses a different address.
      const body: { readonly mountWidget: MountWidget } = await import(`${url}?${failures}`);
      return body.mountWidget;
    } catch (error) {
      // biome-ignore lint/suspicious/noConsole: the failure is reported nowhere else.
      if (!failures) console.warn("Chat not loaded yet.", error);
      failures += 1;
    }
  }
  return undefined;
}

/** The channel's settings. The service writes them in front of this script. */
declare const SVC_SETTINGS: ScriptSettings;

void widgetLife()(SVC_SETTINGS, document.currentScript);
