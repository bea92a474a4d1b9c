import { useSignal } from "@preact/signals";
import type { FunctionComponent, JSX } from "preact";
import { useEffect } from "preact/hooks";

interface LaterProps<Props> {
  readonly load: () => Promise<FunctionComponent<Props>>;
  readonly children: (Section: FunctionComponent<Props>) => JSX.Element;
}

/** A view whose code is loaded when the reader first opens it. */
export function Later<Props>({ load, children }: LaterProps<Props>): JSX.Element {
  const loaded = useSignal<{ readonly Section: FunctionComponent<Props> } | "loading" | "failed">("loading");
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
  if (typeof value === "object") return children(value.Section);
  return (
    <main class="later empty" aria-busy={value === "loading"}>
      {value === "loading" ? (
        <p>Loading…</p>
      ) : (
        <div role="alert">
          <p>This view could not be loaded.</p>
          <button type="button" onClick={start}>
            Try again
          </button>
        </div>
      )}
    </main>
  );
}
