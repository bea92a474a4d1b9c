import type { RefObject } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { comesThroughService } from "./pictures.ts";

/** A browser has six connections to the service, and a slow host can block one for seconds. Most stay free for the desk itself. */
const turns = createTurns(2);

export interface PictureTurn {
  /** The address to load now; null before its turn. */
  readonly at: string | null;
  /** Call it after the load or its failure. */
  done(): void;
}

/** Waits until a picture is near the visible part and has its turn. A picture that leaves the page releases its turn. */
export function usePictureTurn(source: string | null, isNear: boolean): PictureTurn {
  const [given, setGiven] = useState<string | null>(null);
  const giveBack = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (source === null || !isNear) return undefined;
    const start = (): void => setGiven(source);
    giveBack.current = comesThroughService(source) ? turns.take(start) : null;
    if (giveBack.current === null) start();
    return giveBack.current ?? undefined;
  }, [source, isNear]);
  return { at: given === source ? source : null, done: () => giveBack.current?.() };
}

/** For the `ref` of an `<img>`: a picture that leaves the page releases its connection. */
export const untilGone = (image: HTMLImageElement | null): (() => void) | undefined =>
  image === null ? undefined : () => image.removeAttribute("src");

/** The address of a preloaded picture, for elements without load and error events, like a video's poster. */
export function useLoadedPicture(source: string | null, isNear: boolean): string | undefined {
  const [loaded, setLoaded] = useState<string | null>(null);
  const { at, done } = usePictureTurn(source, isNear);
  useEffect(() => {
    if (at === null) return undefined;
    const image = new Image();
    image.onload = () => {
      setLoaded(at);
      done();
    };
    image.onerror = done;
    image.src = at;
    return untilGone(image);
  }, [at]);
  return loaded !== null && loaded === source ? loaded : undefined;
}

/** Limits the number of holders; further callers wait in order. */
interface Turns {
  /** Calls `start` at the caller's turn, perhaps at once. Returns a function that releases the turn or leaves the queue; a second call does nothing. */
  take(start: () => void): () => void;
}

export function createTurns(atOnceMax: number): Turns {
  const waiting = new Set<{ readonly start: () => void }>();
  const started = new Set<{ readonly start: () => void }>();
  const startNext = (): void => {
    for (const one of waiting) {
      if (started.size >= atOnceMax) return;
      waiting.delete(one);
      started.add(one);
      one.start();
    }
  };
  return {
    take(start) {
      const one = { start };
      waiting.add(one);
      startNext();
      return () => {
        waiting.delete(one);
        if (started.delete(one)) startNext();
      };
    },
  };
}

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
