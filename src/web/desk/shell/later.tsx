import { useSignal } from "@preact/signals";
import type { FunctionComponent, JSX } from "preact";
import { useEffect } from "preact/hooks";

interface LaterProps {
  readonly load: () => Promise<FunctionComponent>;
}

/** A section whose code comes when it is first looked at. */
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
        <p class="empty">Loading…</p>
      ) : (
        <div class="empty" role="alert">
          <p>This page could not be loaded.</p>
          <button type="button" onClick={start}>
            Try again
          </button>
        </div>
      )}
    </main>
  );
}
