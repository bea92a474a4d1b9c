import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import type { OpenActor } from "../data/open-actor.ts";
import { addressOf } from "../shell/route.ts";
import { actorRoom } from "../texts/en/actor.ts";

const text = textsOf("actor", actorRoom);

/** The view of an actor while nothing is known of it. */
export function NoActor({ actor }: { readonly actor: OpenActor }): JSX.Element {
  const { value: state } = actor.state;
  const name = `${actor.kind}/${actor.id}`;
  if (typeof state !== "object")
    return (
      <main class="actor empty" aria-busy="true">
        <p>{text("reading", { name })}</p>
      </main>
    );
  const isUnknown = state.status === 404;
  return (
    <main class="actor empty">
      <div role="alert">
        <h1>{text(isUnknown ? "noActor" : "notRead", { name })}</h1>
        <p>{isUnknown ? text("maybeRemoved") : state.message}</p>
      </div>
      <p class="actions">
        <a class="button" href={addressOf({ view: "list" })}>
          {text("allActors")}
        </a>
        <button type="button" onClick={() => void actor.read()}>
          {text("tryAgain")}
        </button>
      </p>
    </main>
  );
}
