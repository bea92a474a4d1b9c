import type { ScriptSettings } from "../bridge.types.ts";

/**
 * Where the service is: where this script came from. A script that is part of another file, or brought by a module, goes by
 * what the service says of itself.
 */
export function originOf(script: unknown, { id, origin }: Pick<ScriptSettings, "id" | "origin">): string {
  const [before = "", behind] = String((script as HTMLScriptElement | null)?.src).split(`/widget/${id}`);
  return behind === undefined ? origin : before.replace(/\/script$/, "");
}
