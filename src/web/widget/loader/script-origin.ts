import type { ScriptSettings } from "../bridge.types.ts";

/**
 * Returns the origin of the service: the origin of this script. A script that is part of another file, or was loaded by a module, uses
 * the origin in the settings instead.
 */
export function originOf(script: unknown, { id, origin }: ScriptSettings): string {
  const own = `${(script as HTMLScriptElement | null)?.src}`.match(`^(.*?)(/script)?/widget/${id}`);
  return own?.[1] ?? origin;
}
