import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import { NotLoaded } from "../../shared/parts/missing.tsx";
import { secondScript } from "../shell/second-script.ts";
import { shell } from "../texts/en/shell.ts";

const text = textsOf("shell", shell);

/** The first steps, once their code is loaded. */
export function FirstStepsLater(): JSX.Element | null {
  const { value: loaded } = secondScript;
  if (typeof loaded === "object") return <loaded.FirstSteps />;
  return loaded === "failed" ? <NotLoaded>{text("pageNotLoaded")}</NotLoaded> : null;
}
