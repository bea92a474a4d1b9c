import { page } from "./page-callbacks.ts";

const name = "svc_config";

/**
 * Adds `chat_mode` to `svc_config`, also when the page assigns another object. If the page has declared `svc_config` as a variable,
 * an object that it assigns later stays unchanged. Source: WJ-09.
 */
export function keepConfig(get: () => string): void {
  let config = {};
  const set = (value: unknown): void => {
    // The page's own object, or a copy of one that cannot be changed.
    for (config of [Object(value), { ...(value as object) }])
      if (
        Reflect.defineProperty(config, "chat_mode", { get, set: () => undefined, enumerable: true, configurable: true })
      )
        break;
  };
  set(page[name]);
  page[name] = config;
  Reflect.defineProperty(page, name, { get: () => config, set, configurable: true });
}
