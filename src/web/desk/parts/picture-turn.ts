import { useEffect, useRef, useState } from "preact/hooks";
import { comesThroughService } from "./pictures.ts";
import { createTurns } from "./turns.ts";

/** A browser has six connections to the service, and a slow host holds one for seconds: most stay free for the desk itself. */
const turns = createTurns(2);

export interface PictureTurn {
  /** What may be loaded now; null before its turn. */
  readonly at: string | null;
  /** To be called once it was loaded or could not be. */
  done(): void;
}

/** Waits until a picture is near what is seen and has its turn. A picture that leaves the page gives its turn back. */
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

/** For the `ref` of an `<img>`: one that leaves the page holds no connection any longer. */
export const untilGone = (image: HTMLImageElement | null): (() => void) | undefined =>
  image === null ? undefined : () => image.removeAttribute("src");

/** A picture for what says neither that it was loaded nor that it was not, like a film's poster: its address once it was loaded. */
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
