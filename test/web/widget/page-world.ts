import { readFileSync } from "node:fs";
import type { Bridge, Command, ScriptSettings } from "../../../src/web/widget/bridge.types.ts";
import { openPageSide } from "../../../src/web/widget/loader/bridge.ts";

export const settings: ScriptSettings = {
  id: "MOBILEAPP1",
  origin: "https://chat.example",
  body: "/assets/widget/v/body.js",
  look: { color: null, position: "right", language: null, title: null, greeting: null, sound: true },
  contactsForm: true,
  callback: null,
};

/** The global names that a page and the widget share. */
export type PageNames = Record<string, unknown> & { svc_api: SvcApi; svc_config: SvcConfig };
export const pageNames = globalThis as unknown as PageNames;

/** The page's side as the loader makes it. `commands` lists the commands that it sent to the body. */
export interface PageWorld {
  readonly api: SvcApi;
  readonly bridge: Bridge;
  /** Makes the bridge of another widget, after the previous one has ended. */
  open(settings: ScriptSettings, origin: string): Bridge;
  readonly commands: Command[];
  /** The errors written to the console. */
  readonly errors: unknown[];
  /** Attaches the body to the bridge. */
  load(): void;
  /** Advances the page's time and runs the timers that are due. */
  pass(ms: number): void;
}

export function openPageWorld(own: Partial<ScriptSettings> = {}, config?: object): PageWorld {
  const errors: unknown[] = [];
  Reflect.deleteProperty(globalThis, "svc_config");
  if (config !== undefined) Object.assign(globalThis, { svc_config: config });
  const pass = takeTimers();
  console.error = (error: unknown) => void errors.push(error);
  Object.assign(globalThis, { document: { title: "Shop", baseURI: "https://shop.example/bikes/" } });
  const open = openPageSide((): undefined => bridge.detach() as undefined);
  const bridge = open({ ...settings, ...own }, settings.origin);
  const commands: Command[] = [];
  const load = (): void => bridge.attach((command) => void commands.push(command));
  return { api: pageNames.svc_api, bridge, open, commands, errors, load, pass };
}

const own = { setTimeout: globalThis.setTimeout, error: console.error };

/** Removes the page from the globals, which the files of a process share. Call this after each test. */
export function removePage(): void {
  Object.assign(globalThis, { setTimeout: own.setTimeout });
  console.error = own.error;
  for (const name of Object.keys(globalThis))
    if (name === "document" || name.startsWith("svc_")) Reflect.deleteProperty(globalThis, name);
}

/** Replaces the page's timers. They run when the returned function advances the time. */
function takeTimers(): (ms: number) => void {
  let nowMs = 0;
  let timers: { readonly atMs: number; readonly run: () => void }[] = [];
  const setTimeout = (run: () => void, ms: number): number => timers.push({ atMs: nowMs + ms, run });
  Object.assign(globalThis, { setTimeout });
  return (ms) => {
    nowMs += ms;
    const due = timers.filter(({ atMs }) => atMs <= nowMs);
    timers = timers.filter(({ atMs }) => atMs > nowMs);
    for (const { run } of due) run();
  };
}

export const example = (name: string) =>
  JSON.parse(readFileSync(new URL(`../../fixtures/widget/c1-${name}.json`, import.meta.url), "utf8"));
