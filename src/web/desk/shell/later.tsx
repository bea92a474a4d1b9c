import type { FunctionComponent, JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import { loading, NotLoaded, useLater } from "../../shared/parts/missing.tsx";
import { shell } from "../texts/en/shell.ts";

const text = textsOf("shell", shell);

interface LaterProps {
  readonly load: () => Promise<FunctionComponent>;
}

/** A section whose code is loaded when the agent first opens it. */
export function Later({ load }: LaterProps): JSX.Element {
  const state = useLater(load);
  if (typeof state === "object") return <state.part />;
  return (
    <main class="section" aria-busy={state === "loading"}>
      {state === "loading" ? (
        <p class="empty">{loading()}</p>
      ) : (
        <NotLoaded look="empty">{text("pageNotLoaded")}</NotLoaded>
      )}
    </main>
  );
}
