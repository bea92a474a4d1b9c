import type { Bridge, Command, Contact, Facts, ScriptSettings } from "../bridge.types.ts";
import { createApi } from "./api.ts";
import { fire, guard, page } from "./page-callbacks.ts";
import { keepConfig } from "./page-config.ts";
import { toJson } from "./to-json.ts";
import { keepWaiting } from "./waiting-commands.ts";

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
