import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

/** What a page is; readers by ear and by key start here when what they had followed is gone. */
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
