import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** The distance from the visible part that counts as near. */
const margin = "600px";

/** Whether an element is near the visible part. Nothing is fetched from other servers before that. Source: CH-58. */
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
