import { useSignal } from "@preact/signals";
import type { FunctionComponent, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { shell } from "../texts/en/shell.ts";

const text = textsOf("shell", shell);

interface LaterProps {
  readonly load: () => Promise<FunctionComponent>;
}

/** A section whose code is loaded when the agent first opens it. */
export function Later({ load }: LaterProps): JSX.Element {
  const loaded = useSignal<{ readonly Section: FunctionComponent } | "loading" | "failed">("loading");
  const start = (): void => {
    loaded.value = "loading";
    load().then(
      (Section) => {
        loaded.value = { Section };
      },
      () => {
        loaded.value = "failed";
      },
    );
  };
  useEffect(start, []);
  const { value } = loaded;
  if (typeof value === "object") return <value.Section />;
  return (
    <main class="section" aria-busy={value === "loading"}>
      {value === "loading" ? (
        <p class="empty">{text("loading")}</p>
      ) : (
        <div class="empty" role="alert">
          <p>{text("pageNotLoaded")}</p>
          <button type="button" onClick={start}>
            {text("tryAgain")}
          </button>
        </div>
      )}
    </main>
  );
}
