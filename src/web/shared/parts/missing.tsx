import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { useEffect } from "preact/hooks";
import { textsOf } from "../language/texts.ts";
import { common } from "../texts/en/common.ts";

const text = textsOf("common", common);

export const loading = (): string => text("loading");
export const tryAgain = (): string => text("tryAgain");

interface FailedProps {
  /** What failed, and why. */
  readonly children: ComponentChildren;
  readonly look?: string;
  readonly onRetry: () => void;
}

/** Stands in the place of what could not be read, and reads it again on request. */
export const Failed = ({ children, look, onRetry }: FailedProps): JSX.Element => (
  <div class={look} role="alert">
    <p>{children}</p>
    <button type="button" onClick={onRetry}>
      {tryAgain()}
    </button>
  </div>
);

/**
 * Stands in the place of code that could not be loaded. For as long as a page lives, its browser gives the same failure for the same
 * script, so that only a new page can help.
 */
export const NotLoaded = ({ children, look }: Omit<FailedProps, "onRetry">): JSX.Element => (
  <div class={look} role="alert">
    <p>{children}</p>
    <button type="button" onClick={() => location.reload()}>
      {text("reload")}
    </button>
  </div>
);

type Later<Part> = "loading" | "failed" | { readonly part: Part };

/** Loads code when the component is first drawn. */
export function useLater<Part>(load: () => Promise<Part>): Later<Part> {
  const state = useSignal<Later<Part>>("loading");
  useEffect(() => {
    load().then(
      (part) => (state.value = { part }),
      () => (state.value = "failed"),
    );
  }, []);
  return state.value;
}
