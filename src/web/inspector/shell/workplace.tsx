import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import type { Browser } from "../../shared/browser/browser.types.ts";
import type { Waiting } from "../../shared/live/timer.ts";
import { loading, NotLoaded, useLater } from "../../shared/parts/missing.tsx";
import { ActorView } from "../actor/actor-view.tsx";
import type { InspectorApi } from "../data/api.ts";
import { createInspectorApi } from "../data/api.ts";
import type { Door } from "../data/entry.ts";
import type { OpenActor } from "../data/open-actor.ts";
import { openActor } from "../data/open-actor.ts";
import type { Watch } from "../data/watch.ts";
import { createWatch } from "../data/watch.ts";
import { List } from "../list/list.tsx";
import { readNames } from "../parts/actor-link.tsx";
import { openTypingChoice } from "../parts/typing.tsx";
import type { SequenceViewProps } from "../sequence/sequence-view.tsx";
import type { Place } from "./place.ts";
import { route, setTitle } from "./route.ts";
import { TopBar } from "./top-bar.tsx";

/** After this time in the background, the page stops watching. */
const hiddenMaxMs = 60_000;

/** The actor's sentence about other actors is reread at this interval. */
const refreshMs = 10_000;

interface Opened {
  /** Null while no actor is open. */
  readonly actor: OpenActor | null;
  readonly watch: Watch;
}

/** The actor at a place, watched while the page is visible. */
function useOpenActor(place: Place, browser: Browser, api: InspectorApi): Opened {
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

/** Rereads the actor while the page is visible. Returns a function that stops it. */
function keepFresh({ after }: Waiting, actor: OpenActor): () => void {
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

/** Calls `tell` after a long time in the background, and when the page is visible again. Returns a function that stops it. */
function whileLookedAt({ after }: Waiting, tell: (isLookedAt: boolean) => void): () => void {
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

interface WorkplaceProps {
  readonly browser: Browser;
  readonly door: Door;
}

/** The list of actors beside the open actor, or the sequence of a chat. */
export function Workplace({ browser, door }: WorkplaceProps): JSX.Element {
  const api = useMemo(() => createInspectorApi(door.api), [door]);
  const typing = useMemo(() => openTypingChoice(browser.storage), [browser]);
  const { place, filters } = route.value;
  useEffect(() => {
    void readNames(api);
    return browser.on("return", () => void readNames(api));
  }, [api, browser]);
  const { actor, watch } = useOpenActor(place, browser, api);
  const isRefused = watch.state.value === "refused";
  useEffect(() => {
    if (isRefused) void door.enter();
  }, [isRefused]);
  useLayoutEffect(() => {
    if (place.view !== "actor") setTitle(place.view === "sequence" ? `Chat ${place.chatId}, sequence` : "");
  }, [place]);
  return (
    <div class={`workplace at-${place.view}`}>
      <TopBar watch={watch} logOut={() => void door.logOut()} />
      {place.view === "sequence" ? (
        <Sequence chatId={place.chatId} api={api} typing={typing} />
      ) : (
        <List
          api={api}
          browser={browser}
          filters={filters}
          opened={place.view === "actor" ? `${place.kind}/${place.id}` : null}
          known={actor?.details.value ?? null}
        />
      )}
      {place.view === "actor" && actor !== null && (
        <ActorView
          key={`${place.kind}/${place.id}`}
          api={api}
          browser={browser}
          typing={typing}
          actor={actor}
          at={place.step}
        />
      )}
    </div>
  );
}

/** The sequence of a chat, whose code is loaded when the reader first opens it. */
function Sequence(props: SequenceViewProps): JSX.Element {
  const state = useLater(() => import("../sequence/sequence-view.tsx"));
  if (typeof state === "object") return <state.part.SequenceView {...props} />;
  return (
    <main class="later empty" aria-busy={state === "loading"}>
      {state === "loading" ? <p>{loading()}</p> : <NotLoaded>This view could not be loaded.</NotLoaded>}
    </main>
  );
}
