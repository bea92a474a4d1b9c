import type { ComponentChildren, JSX } from "preact";

interface WebLinkProps {
  readonly href: string;
  /** The class of the link, for example `button`. */
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A link out of the desk, in a new tab without access to this one. Plain text when the target is no web page. */
export const WebLink = ({ href, class: look, children }: WebLinkProps): JSX.Element =>
  isWebAddress(href) ? (
    <a href={href} class={look} target="_blank" rel="noopener noreferrer">
      {children}
    </a>
  ) : (
    <span>{children}</span>
  );

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);
