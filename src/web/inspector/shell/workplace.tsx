import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo } from "preact/hooks";
import type { Browser } from "../../shared/browser/browser.types.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { ActorView } from "../actor/actor-view.tsx";
import { createInspectorApi } from "../data/api.ts";
import type { Door } from "../data/entry.ts";
import { List } from "../list/list.tsx";
import { readNames } from "../parts/names.ts";
import { inspectorShell } from "../texts/en/inspector-shell.ts";
import { Later } from "./later.tsx";
import { route } from "./route.ts";
import { setTitle } from "./title.ts";
import { TopBar } from "./top-bar.tsx";
import { useOpenActor } from "./use-open-actor.ts";

const text = textsOf("inspector-shell", inspectorShell);

interface WorkplaceProps {
  readonly browser: Browser;
  readonly door: Door;
}

/** The list of actors beside the open actor, or the sequence of a chat. */
export function Workplace({ browser, door }: WorkplaceProps): JSX.Element {
  const api = useMemo(() => createInspectorApi(door.api), [door]);
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
    if (place.view !== "actor") setTitle(place.view === "sequence" ? text("sequenceTitle", { id: place.chatId }) : "");
  }, [place]);
  return (
    <div class={`workplace at-${place.view}`}>
      <TopBar watch={watch} logOut={() => void door.logOut()} />
      {place.view === "sequence" ? (
        <Later load={() => import("../sequence/sequence-view.tsx").then((found) => found.SequenceView)}>
          {(SequenceView) => <SequenceView chatId={place.chatId} api={api} />}
        </Later>
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
        <ActorView key={`${place.kind}/${place.id}`} actor={actor} at={place.step} />
      )}
    </div>
  );
}
