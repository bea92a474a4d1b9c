import { page } from "./page-callbacks.ts";

const name = "svc_config";
const open = { enumerable: true, configurable: true } as const;

/**
 * Adds `chat_mode` to `svc_config`, also when the page assigns another object. If the page has declared `svc_config` as a variable,
 * an object that it assigns later stays unchanged. Source: WJ-09.
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
