import type { Bridge, Command, Contact, Facts, ScriptSettings } from "../bridge.types.ts";
import { createApi } from "./api.ts";
import { fire, guard, page } from "./page-callbacks.ts";
import { keepConfig } from "./page-config.ts";
import { keepWaiting } from "./waiting-commands.ts";

/** Creates the bridge of a new widget and disconnects the bridge before it. `isThere` says whether the widget is still on the page. */
export type OpenBridge = (settings: ScriptSettings, origin: string, isThere: () => boolean) => Bridge;

const nobody: Contact = { name: null, email: null, phone: null, description: null };

/** The page's side: `svc_api` and `svc_config`, which live as long as the page and outlive its widgets. Source: WJ-03, WJ-31. */
export function openPageSide(): OpenBridge {
  let facts: Facts = { mode: "offline", callback: null, contact: nobody };
  let id: string;
  const waiting: Command[] = [];
  const wait = (command: Command): void => keepWaiting(waiting, command);
  let carryOut = wait;
  const ask = (command: Command): void => {
    learn(facts, command);
    carryOut(command);
  };
  const api = createApi(() => facts, ask);
  keepConfig(() => facts.mode);
  return (settings, origin, isThere) => {
    // The contact that the page has set is kept only for a widget of the same channel.
    const contact = id === settings.id ? facts.contact : nobody;
    const own: Facts = { mode: "offline", callback: settings.callback, contact };
    const bridge: Bridge = {
      settings,
      origin,
      facts: own,
      waiting,
      fire(...call) {
        if (facts === own) fire(...call);
      },
      attach(taker) {
        // The page may have replaced this widget already.
        if (!isThere()) return;
        const take = (command: Command): void => guard(() => taker(command));
        // The second round takes commands that the page's callbacks added in the first one.
        for (const _ of [1, 2]) {
          for (const command of waiting.splice(0)) {
            learn(own, command);
            take(command);
          }
          carryOut = take;
        }
        bridge.fire("svc_onLoadCallback");
      },
      detach() {
        own.mode = "offline";
        if (facts === own) carryOut = wait;
      },
    };
    id = settings.id;
    facts = own;
    carryOut = wait;
    page["svc_api"] = api;
    return bridge;
  };
}

/** Stores the contact from a command at once, so that older data of the service does not replace it. Source: WJ-16. */
function learn(facts: Facts, command: Command): void {
  if (command.type !== "contact" && command.type !== "offline_message") return;
  for (const [key, text] of Object.entries(command.fields)) facts.contact = { ...facts.contact, [key]: text || null };
}
