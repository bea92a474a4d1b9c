import type { JSX } from "preact";
import type { OpenActor } from "../data/open-actor.ts";
import { addressOf } from "../shell/route.ts";

/** The view of an actor while nothing is known of it. */
export function NoActor({ actor }: { readonly actor: OpenActor }): JSX.Element {
  const { value: state } = actor.state;
  const name = `${actor.kind}/${actor.id}`;
  if (typeof state !== "object")
    return (
      <main class="actor empty" aria-busy="true">
        <p>Reading {name}…</p>
      </main>
    );
  const isUnknown = state.status === 404;
  return (
    <main class="actor empty">
      <div role="alert">
        <h1>{isUnknown ? `There is no ${name}` : `${name} could not be read`}</h1>
        <p>{isUnknown ? "It may have been deleted together with its owner." : state.message}</p>
      </div>
      <p class="actions">
        <a class="button" href={addressOf({ view: "list" })}>
          All actors
        </a>
        <button type="button" onClick={() => void actor.read()}>
          Try again
        </button>
      </p>
    </main>
  );
}
