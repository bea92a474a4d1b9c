import type { ComponentChildren, JSX } from "preact";
import { Icon } from "../../../shared/parts/icon.tsx";

/** The way back to the list a page belongs to. */
export const BackLink = ({
  to,
  children,
}: {
  readonly to: string;
  readonly children: ComponentChildren;
}): JSX.Element => (
  <a class="back-link" href={to}>
    <Icon name="back" />
    {children}
  </a>
);
