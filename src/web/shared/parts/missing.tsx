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

interface Later<Part> {
  readonly state: "loading" | "failed" | { readonly part: Part };
  retry(): void;
}

/** Loads code when the component is first drawn. */
export function useLater<Part>(load: () => Promise<Part>): Later<Part> {
  const state = useSignal<Later<Part>["state"]>("loading");
  const retry = (): void => {
    state.value = "loading";
    load().then(
      (part) => (state.value = { part }),
      () => (state.value = "failed"),
    );
  };
  useEffect(retry, []);
  return { state: state.value, retry };
}
