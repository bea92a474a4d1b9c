import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** How near is near, beyond what is to be seen. */
const margin = "600px";

/** Whether an element has come near to what is to be seen: nothing of other people's servers is fetched before. Source: CH-58. */
export function useNear<Target extends HTMLElement>(): readonly [RefObject<Target | null>, boolean] {
  const ref = useRef<Target>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const { current } = ref;
    if (current === null || isNear) return undefined;
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: margin },
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, [isNear]);
  return [ref, isNear];
}
