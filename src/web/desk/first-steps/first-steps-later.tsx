import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { Failed, useLater } from "../../shared/parts/missing.tsx";
// Both the first steps and the settings use this part, so it is in the first script instead of a script of its own.
import "../parts/copy-field.tsx";
import { firstSteps } from "../texts/en/first-steps.ts";

const text = textsOf("first-steps", firstSteps);

/** The list is loaded when it is first shown, because most desks never show it. */
export function FirstStepsLater(): JSX.Element | null {
  const { state, retry } = useLater(() => import("./first-steps.tsx"));
  const hasFailed = useRef(false);
  if (typeof state === "object") return <state.part.FirstSteps />;
  if (state === "failed") hasFailed.current = true;
  // The button stays during a further try, so that it keeps the focus.
  return hasFailed.current ? <Failed onRetry={retry}>{text("notLoaded")}</Failed> : null;
}
