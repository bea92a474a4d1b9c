import type { JSX } from "preact";
import { Icon } from "../../shared/parts/icon.tsx";
import { useDesk } from "../shell/use-desk.ts";

/** Where the inspector shows an actor, like `delivery/01J…`; without one, all of them. */
export function inspectorAddress(actor?: string): string {
  if (actor === undefined) return "/inspector/";
  const [kind = "", ...id] = actor.split("/");
  return `/inspector/#/actor/${encodeURIComponent(kind)}/${encodeURIComponent(id.join("/"))}`;
}

/** Beside the desk, which stays as it is. */
export const openInspector = (actor: string): void => void window.open(inspectorAddress(actor), "_blank", "noopener");

/** Only administrators may look into actors. */
export const useIsInspecting = (): boolean => useDesk().surroundings.value.agent.role === "admin";

interface ChartLinkProps {
  readonly actor: string;
  /** What it says; in a row of icons only to those who do not see them. */
  readonly words: string;
  readonly isIconAlone?: boolean;
}

/** Leads an administrator to where an actor is on its chart, and how it came there; nothing for anybody else. */
export function ChartLink({ actor, words, isIconAlone = false }: ChartLinkProps): JSX.Element | null {
  if (!useIsInspecting()) return null;
  return (
    <a
      class={isIconAlone ? "button quiet action chart-link" : "chart-link"}
      href={inspectorAddress(actor)}
      target="_blank"
      rel="noopener"
      title={isIconAlone ? words : undefined}
      aria-label={isIconAlone ? words : undefined}
    >
      {isIconAlone ? <Icon name="chart" /> : words}
    </a>
  );
}
