import type { JSX } from "preact";
import { Icon } from "../../shared/ui/icon.tsx";
import { named } from "../../shared/ui/tooltip.ts";
import { useDesk } from "../shell/use-desk.ts";

/** The inspector's address of an actor, like `delivery/01J…`; without an actor, of the list. */
export function inspectorAddress(actor?: string): string {
  if (actor === undefined) return "/inspector/";
  const [kind = "", ...id] = actor.split("/");
  return `/inspector/#/actor/${encodeURIComponent(kind)}/${encodeURIComponent(id.join("/"))}`;
}

/** Opens the inspector in another tab, so that the desk stays open. */
export const openInspector = (actor: string): void => void window.open(inspectorAddress(actor), "_blank", "noopener");

/** Only administrators may look into actors. */
export const useIsInspecting = (): boolean => useDesk().surroundings.value.agent.role === "admin";

interface ChartLinkProps {
  readonly actor: string;
  /** The link's text; in a row of icons only for screen readers. */
  readonly words: string;
  readonly isIconAlone?: boolean;
}

/** Links an administrator to an actor in the inspector; other agents see nothing. */
export function ChartLink({ actor, words, isIconAlone = false }: ChartLinkProps): JSX.Element | null {
  if (!useIsInspecting()) return null;
  return (
    <a
      class={isIconAlone ? "button icon-button action chart-link" : "chart-link"}
      href={inspectorAddress(actor)}
      target="_blank"
      rel="noopener"
      {...(isIconAlone && named(words))}
    >
      {isIconAlone ? <Icon name="chart" /> : words}
    </a>
  );
}
