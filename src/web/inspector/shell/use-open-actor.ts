import { useEffect, useMemo } from "preact/hooks";
import type { Browser } from "../../shared/browser/browser.types.ts";
import type { InspectorApi } from "../data/api.ts";
import type { OpenActor } from "../data/open-actor.ts";
import { openActor } from "../data/open-actor.ts";
import type { Watch } from "../data/watch.ts";
import { createWatch } from "../data/watch.ts";
import type { Place } from "./place.ts";

/** Hidden for so long nobody comes back at once. */
const hiddenMaxMs = 60_000;

/** What its sentence says of others is read again so often. */
const refreshMs = 10_000;

interface Opened {
  /** Null while none is open. */
  readonly actor: OpenActor | null;
  readonly watch: Watch;
}

/** The actor at a place, watched as long as somebody looks. */
export function useOpenActor(place: Place, browser: Browser, api: InspectorApi): Opened {
  const [kind, id] = place.view === "actor" ? [place.kind, place.id] : [null, null];
  const actor = useMemo(
    () => (kind === null || id === null ? null : openActor({ api, browser, kind, id })),
    [api, browser, kind, id],
  );
  const hearing = useMemo(() => ({ actor: null as OpenActor | null }), []);
  hearing.actor = actor;
  const watch = useMemo(
    () =>
      createWatch({
        browser,
        heard: (step) => hearing.actor?.heard(step),
        caughtUp: () => void hearing.actor?.read(),
      }),
    [browser],
  );
  useEffect(() => watch.stop, [watch]);
  useEffect(() => {
    const name = kind === null ? null : `${kind}/${id}`;
    watch.watch(name);
    return whileLookedAt(browser, (isLookedAt) => watch.watch(isLookedAt ? name : null));
  }, [watch, kind, id]);
  useEffect(() => actor?.stop, [actor]);
  useEffect(() => (actor === null ? undefined : keepFresh(browser, actor)), [browser, actor]);
  return { actor, watch };
}

/** While the page is looked at. The answer stops it. */
function keepFresh({ after }: Pick<Browser, "after">, actor: OpenActor): () => void {
  let stop = (): void => undefined;
  const wait = (): void => {
    stop = after(refreshMs, () => {
      if (document.visibilityState === "visible") void actor.refresh();
      wait();
    });
  };
  wait();
  return () => stop();
}

/** Tells when the page was hidden for long, and when it is looked at again. The answer stops it. */
function whileLookedAt({ after }: Pick<Browser, "after">, tell: (isLookedAt: boolean) => void): () => void {
  let stopWaiting = (): void => undefined;
  const change = (): void => {
    stopWaiting();
    if (document.visibilityState === "visible") tell(true);
    else stopWaiting = after(hiddenMaxMs, () => tell(false));
  };
  document.addEventListener("visibilitychange", change);
  return () => {
    stopWaiting();
    document.removeEventListener("visibilitychange", change);
  };
}
