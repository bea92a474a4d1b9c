import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import { fieldsOf } from "../../shared/api/json.ts";
import type { Kept } from "./kept.ts";
import type { Link } from "./link.ts";

/** The agent's own switch: stored, the same in all tabs, and in other browsers as soon as they receive it. */
export interface Availability {
  readonly isAvailable: ReadonlySignal<boolean>;
  /** Takes the agent's choice. */
  choose(value: boolean, link: Link): void;
  /** Returns the fields for the first frame of a connection. */
  hello(): { readonly available?: boolean };
  /** The service has stored the value of `hello`; a later choice is sent now. */
  entered(link: Link): void;
  /** The service has carried out a choice. */
  told(value: boolean): void;
  /** Takes the value that the service shows to others. The link is tested first, because this desk may only have been disconnected. */
  shown(value: boolean, link: Link): void;
  /** Sends a choice that another tab could not send. */
  follow(link: Link): void;
}

interface Choice {
  readonly value: boolean;
  /** The service knows the choice. */
  readonly isTold: boolean;
}

const name = "available";

/** `isElsewhere`: the service showed the agent as available when the page was loaded, so that another desk of the agent is connected. */
export function createAvailability(kept: Kept, isElsewhere: boolean): Availability {
  let choice = read(kept.get(name));
  if (choice.isTold && isElsewhere) choice = { value: true, isTold: true };
  const isAvailable = signal(choice.value);
  const keep = (next: Choice): void => {
    choice = next;
    isAvailable.value = next.value;
    kept.set(name, JSON.stringify(next));
  };
  const tell = (link: Link): void => {
    if (!choice.isTold) link.send({ type: "available", value: choice.value });
  };
  return {
    isAvailable,
    choose(value, link) {
      keep({ value, isTold: false });
      tell(link);
    },
    // The service keeps an available agent available, so the field is omitted. It would undo a later choice of another desk.
    hello: () => (choice.value && choice.isTold ? {} : { available: choice.value }),
    entered: tell,
    told(value) {
      if (choice.isTold || choice.value === value) keep({ value, isTold: true });
    },
    shown(value, link) {
      const before = choice;
      if (value === before.value || !before.isTold || link.state.peek() !== "live") return;
      link.beat(() => {
        if (choice === before) keep({ value, isTold: true });
      });
    },
    follow(link) {
      kept.onChange((changed) => {
        if (changed !== name) return;
        choice = read(kept.get(name));
        isAvailable.value = choice.value;
        tell(link);
      });
    },
  };
}

/** An agent without a choice is available. */
function read(value: string | null): Choice {
  const choice = fieldsOf<Choice>(value);
  return choice.value === true || choice.value === false
    ? { value: choice.value, isTold: choice.isTold === true }
    : { value: true, isTold: true };
}
