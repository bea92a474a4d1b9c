import type { Bridge, Command, Facts, PageCallback, ScriptSettings } from "../bridge.types.ts";

interface PageWindow {
  [name: string]: unknown;
}

export function createBridge(settings: ScriptSettings, origin: string): Bridge {
  const page = window as unknown as PageWindow;
  const waiting: Command[] = [];
  let carryOut: ((command: Command) => void) | null = null;
  let hasLoaded = false;
  const facts: Facts = {
    mode: "offline",
    callback: settings.callback,
    contact: { name: null, email: null, phone: null, description: null },
  };
  const ask = (command: Command): { result: "ok" } => {
    if (carryOut === null) waiting.push(command);
    else carryOut(command);
    return { result: "ok" };
  };
  const fire = (name: PageCallback, ...values: readonly unknown[]): void => {
    const callback = page[name];
    if (typeof callback !== "function") return;
    try {
      callback(...values);
    } catch (error) {
      reportError(error);
    }
  };
  page["svc_api"] = {
    open: () => ask({ type: "open" }),
    close: () => ask({ type: "close" }),
    chatMode: () => facts.mode,
  };
  return {
    settings,
    origin,
    facts,
    fire,
    attach(taker) {
      carryOut = taker;
      for (const command of waiting.splice(0)) taker(command);
      if (!hasLoaded) fire("svc_onLoadCallback");
      hasLoaded = true;
    },
    detach() {
      carryOut = null;
      facts.mode = "offline";
    },
  };
}
