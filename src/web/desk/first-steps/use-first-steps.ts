import { useEffect } from "preact/hooks";
import type { Desk } from "../data/desk.ts";
import { firstStepsOf } from "./first-steps-data.ts";

/** `unknown` until the service has responded or failed. */
export type ShownSteps = "unknown" | "shown" | "none";

/** Whether this desk shows the first steps. */
export function useFirstSteps(desk: Desk): ShownSteps {
  const isAdministrator = desk.surroundings.value.agent.role === "admin";
  const data = firstStepsOf(desk);
  useEffect(() => {
    if (isAdministrator && !data.isTried.peek()) void data.read();
  }, [data, isAdministrator]);
  if (!isAdministrator) return "none";
  if (!data.isTried.value) return "unknown";
  return data.value.value?.isShown ? "shown" : "none";
}
