import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { FirstSteps } from "../../../codec/admin/first-steps.ts";
import type { Answer } from "../../shared/api/api.ts";
import type { Desk } from "../data/desk.ts";

/** The progress of the first steps with a new installation; for administrators. */
export interface FirstStepsData {
  /** Null until they were read. */
  readonly value: ReadonlySignal<FirstSteps | null>;
  /** Whether the first read has ended. */
  readonly isTried: ReadonlySignal<boolean>;
  read(): Promise<void>;
  /** Sets whether the desk shows the first steps to this administrator, in every browser. */
  show(isShown: boolean): Promise<Answer<FirstSteps>>;
}

const known = new WeakMap<Desk, FirstStepsData>();

/** The first steps of this desk. */
export function firstStepsOf(desk: Desk): FirstStepsData {
  const found = known.get(desk) ?? createFirstStepsData(desk);
  known.set(desk, found);
  return found;
}

const path = "/api/first-steps";

function createFirstStepsData({ api }: Desk): FirstStepsData {
  const value = signal<FirstSteps | null>(null);
  const isTried = signal(false);
  /** A response to a request from before the last choice is outdated. */
  let choices = 0;
  return {
    value,
    isTried,
    async read() {
      const before = choices;
      const answer = await api.get<FirstSteps>(path);
      // A shown list stays until it is closed, so that the last tick is visible.
      const wasShown = value.peek()?.isShown ?? false;
      if (answer.ok && before === choices) value.value = { ...answer.value, isShown: wasShown || answer.value.isShown };
      isTried.value = true;
    },
    async show(isShown) {
      choices += 1;
      const answer = await api.send<FirstSteps>("PATCH", path, { body: { isShown } });
      if (answer.ok) value.value = answer.value;
      return answer;
    },
  };
}

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
