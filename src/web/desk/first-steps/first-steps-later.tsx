import { useSignal } from "@preact/signals";
import type { FunctionComponent, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { firstSteps } from "../texts/en/first-steps.ts";

const text = textsOf("first-steps", firstSteps);

/** The list is loaded when it is first shown, because most desks never show it. */
export function FirstStepsLater(): JSX.Element | null {
  const loaded = useSignal<{ readonly List: FunctionComponent } | "loading" | "failed">("loading");
  const start = (): void => {
    import("./first-steps.tsx").then(
      ({ FirstSteps }) => {
        loaded.value = { List: FirstSteps };
      },
      () => {
        loaded.value = "failed";
      },
    );
  };
  useEffect(start, []);
  const { value } = loaded;
  if (typeof value === "object") return <value.List />;
  if (value === "loading") return null;
  return (
    <div role="alert">
      <p>{text("notLoaded")}</p>
      <button type="button" onClick={start}>
        {text("tryAgain")}
      </button>
    </div>
  );
}
