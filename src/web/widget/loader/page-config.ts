import { page } from "./page-callbacks.ts";

const name = "svc_config";
const open = { enumerable: true, configurable: true } as const;

/**
 * Gives `svc_config` its `chat_mode`, also when the page puts another object in its place; where the page has declared that name as a
 * variable, what it puts there later stays as it is. Source: WJ-09.
 */
export function keepConfig(chatMode: () => string): void {
  const mode = { get: chatMode, set: () => undefined, ...open };
  let config: unknown;
  const set = (value: unknown): void => {
    const given: object = Object(value);
    config = Reflect.defineProperty(given, "chat_mode", mode)
      ? given
      : Object.defineProperty({ ...given }, "chat_mode", mode);
  };
  set(page[name]);
  page[name] = config;
  Reflect.defineProperty(page, name, { get: () => config, set, ...open });
}
