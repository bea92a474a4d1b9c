import type { Bridge, MountWidget } from "../widget/bridge.types.ts";
import { playedSocket } from "./played-service.ts";
import type { Scene } from "./scene.types.ts";

const script = document.currentScript?.dataset["body"] ?? "";

/** The widget that runs here keeps nothing, so it never meets what the desk keeps in this browser. */
function keepNothing(): void {
  for (const name of ["localStorage", "sessionStorage"]) {
    const texts = new Map<string, string>();
    const value = {
      getItem: (key: string) => texts.get(key) ?? null,
      setItem: (key: string, text: string) => void texts.set(key, text),
      removeItem: (key: string) => void texts.delete(key),
    };
    Object.defineProperty(window, name, { value, configurable: true });
  }
}

/** The widget takes the focus when it opens. Here it may not take the focus from the form beside the preview. */
const { focus } = HTMLElement.prototype;
HTMLElement.prototype.focus = function (this: HTMLElement, options?: FocusOptions): void {
  if (document.hasFocus()) focus.call(this, options);
};

let present: Scene;
let stop = (): void => undefined;
/** The script takes the socket of the page when it is loaded. */
Object.defineProperty(window, "WebSocket", { value: playedSocket(() => present) });
const loaded: Promise<{ readonly mountWidget: MountWidget }> = import(script);

/** Shows the widget's own script with the settings of the scene, against a played service. */
async function show(scene: Scene): Promise<void> {
  const { mountWidget } = await loaded;
  stop();
  keepNothing();
  present = scene;
  const host = document.createElement("svc-widget");
  const bridge: Bridge = {
    settings: {
      ...scene.settings,
      id: "preview",
      origin: location.origin,
      body: script,
      callback: "Callback disabled",
    },
    origin: location.origin,
    facts: {
      mode: "offline",
      callback: null,
      contact: { name: null, email: null, phone: null, description: null },
    },
    waiting: [{ type: "open" }],
    toJson: JSON.stringify,
    attach(carryOut) {
      for (const command of bridge.waiting.splice(0)) carryOut(command);
    },
    detach: () => undefined,
    fire: () => undefined,
  };
  document.body.replaceChildren(host);
  const unmount = mountWidget(host, bridge);
  stop = () => {
    host.remove();
    unmount();
  };
}

let shown: Promise<void> = Promise.resolve();
/** Tools that look at pages send messages of other kinds. */
addEventListener("message", ({ origin, data }: MessageEvent<Partial<Scene>>) => {
  if (origin === location.origin && data.settings !== undefined) shown = shown.then(() => show(data as Scene));
});
