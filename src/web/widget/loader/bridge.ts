import type { Bridge, Command, Contact, Facts, ScriptSettings } from "../bridge.types.ts";
import type { PageFunction } from "./api.ts";
import { createApi } from "./api.ts";
import { patienceMs, waitingMax } from "./limits.ts";
import { fire, guard, page } from "./page-callbacks.ts";
import { toJson } from "./to-json.ts";

const configName = "svc_config";

/**
 * Adds `chat_mode` to `svc_config`, also when the page assigns another object. If the page has declared `svc_config` as a variable,
 * an object that it assigns later stays unchanged. Source: WJ-09.
 */
function keepConfig(get: () => string): void {
  let config = {};
  const set = (value: unknown): void => {
    // The page's own object, or a copy of one that cannot be changed.
    for (config of [Object(value), { ...(value as object) }])
      if (
        Reflect.defineProperty(config, "chat_mode", { get, set: () => undefined, enumerable: true, configurable: true })
      )
        break;
  };
  set(page[configName]);
  page[configName] = config;
  Reflect.defineProperty(page, configName, { get: () => config, set, configurable: true });
}

/** Returns the bridge for a new widget, after the widget before it has ended. */
export type OpenBridge = (settings: ScriptSettings, origin: string) => Bridge;

const nobody: Contact = { name: null, email: null, phone: null, description: null };

/**
 * The page's side: `svc_api` and `svc_config`, which live as long as the page and outlive its widgets. `end` ends the present widget.
 * Source: WJ-03, WJ-31.
 */
export function openPageSide(end: () => undefined): OpenBridge {
  const facts: Facts = { mode: "offline", callback: null, contact: nobody };
  let id: string;
  const waiting: Command[] = [];
  const wait = (command: Command): void => keepWaiting(waiting, command);
  let carryOut = wait;
  const ask = (command: Command): void => {
    learn(facts, command);
    carryOut(command);
  };
  const api = createApi(facts, ask, end);
  keepConfig(api.chatMode);
  return (settings, origin) => {
    // The contact that the page has set is kept only for a widget of the same channel.
    if (id !== settings.id) facts.contact = nobody;
    ({ id, callback: facts.callback } = settings);
    page["svc_api"] = api;
    return {
      settings,
      origin,
      facts,
      waiting,
      toJson,
      fire,
      attach(taker) {
        const take = (command: Command): void => guard(() => taker(command));
        // The page's callbacks add commands, which this loop takes as well.
        for (const command of waiting) {
          learn(facts, command);
          take(command);
        }
        waiting.length = 0;
        carryOut = take;
        fire("svc_onLoadCallback");
      },
      detach() {
        facts.mode = "offline";
        carryOut = wait;
      },
    };
  };
}

/** Stores the contact from a command at once, so that older data of the service does not replace it. Source: WJ-16. */
function learn(facts: Facts, command: Command): void {
  if ("fields" in command && command.type !== "custom_data")
    for (const [key, text] of Object.entries(command.fields)) facts.contact = { ...facts.contact, [key]: text || null };
}

/**
 * Keeps a command for later, in order. If there are too many commands, one is dropped: a command that needs no widget for its response,
 * else the new one. The page may never get a widget. A command with a callback therefore calls it when the command is dropped or has
 * waited too long: with the reason why there is no answer, or with the facts that are known without the widget. Source: WJ-03, WJ-12.
 */
function keepWaiting(waiting: Command[], command: Command): void {
  const drop = (dropped: Command): void => {
    if (!waiting.includes(dropped)) return;
    waiting.splice(waiting.indexOf(dropped), 1);
    if ("callback" in dropped) (dropped.callback as PageFunction)("Chat not loaded yet.", null);
  };
  waiting.push(command);
  if (waiting.length > waitingMax) drop(waiting.find(({ type }) => type === "callback_state") ?? command);
  if ("callback" in command) setTimeout(() => drop(command), patienceMs);
}
