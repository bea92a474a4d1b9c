import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import { Failed, useLater } from "../../shared/parts/missing.tsx";
import { firstSteps } from "../texts/en/first-steps.ts";

const text = textsOf("first-steps", firstSteps);

/** The list is loaded when it is first shown, because most desks never show it. */
export function FirstStepsLater(): JSX.Element | null {
  const { state, retry } = useLater(() => import("./first-steps.tsx"));
  if (typeof state === "object") return <state.part.FirstSteps />;
  return state === "loading" ? null : <Failed onRetry={retry}>{text("notLoaded")}</Failed>;
}
