import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";
import type { Kept } from "./kept.ts";
import type { Link } from "./link/link.ts";

/** The agent's own switch: kept, the same in all tabs, and in other browsers as soon as they hear of it. */
export interface Availability {
  readonly isAvailable: ReadonlySignal<boolean>;
  /** The agent chose. */
  choose(value: boolean, link: Link): void;
  /** What the first frame of a connection says of it. */
  hello(): { readonly available?: boolean };
  /** What `hello` said is stored; a choice made since is told. */
  entered(link: Link): void;
  /** The service has carried out a choice. */
  told(value: boolean): void;
  /** What the service shows others of the agent; that may mean that this desk is not there, so that the link is asked first. */
  shown(value: boolean, link: Link): void;
  /** Tells what another tab could not. */
  follow(link: Link): void;
}

interface Choice {
  readonly value: boolean;
  /** The service knows of it. */
  readonly isTold: boolean;
}

const name = "available";

/** `isElsewhere`: the service showed the agent available when the page came, so that another desk of the agent is there and says so. */
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
    // An agent who is set available is so without a word, unless another desk has said otherwise meanwhile.
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

/** Whoever has never chosen is available. */
function read(value: string | null): Choice {
  try {
    const choice = JSON.parse(value ?? "null");
    if (typeof choice?.value === "boolean") return { value: choice.value, isTold: choice.isTold === true };
  } catch {
    // Something else has written there.
  }
  return { value: true, isTold: true };
}
