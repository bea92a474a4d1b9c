import type { ComponentChildren, JSX } from "preact";

interface WebLinkProps {
  readonly href: string;
  /** How it looks: as `button`, for one. */
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A way out of the desk, in a tab of its own that learns nothing of this one; text where it leads elsewhere than to a web page. */
export const WebLink = ({ href, class: look, children }: WebLinkProps): JSX.Element =>
  isWebAddress(href) ? (
    <a href={href} class={look} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);
