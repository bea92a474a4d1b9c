import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** The title of a page. Screen readers and keyboard users start here when the focused element was removed. */
export function PageTitle({ children }: { readonly children: ComponentChildren }): JSX.Element {
  const element = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (document.activeElement === document.body) element.current?.focus();
  }, []);
  return (
    <h1 ref={element} tabIndex={-1}>
      {children}
    </h1>
  );
}
