import type { ComponentChildren, JSX } from "preact";
import { Icon } from "../../../shared/parts/icon.tsx";

/** The link from a page back to its list. */
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
