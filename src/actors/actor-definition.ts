import type { AnyStateMachine } from "xstate";
import type {
  ClearDeadlineEffect,
  DeadlineReached,
  RefuseEffect,
  SetDeadlineEffect,
  Tell,
} from "../../machines/effects.ts";
import type { ActorKey, ConversationKey } from "../../machines/ids.ts";
import type { ActorRow, FeedEntry, RowReader, Write } from "../ports/store.ts";
import type { StoredForm } from "../ports/stored-form.ts";
import type { KeptContext, KeptParts } from "./history/kept-context.ts";
import { compileKept } from "./history/kept-context.ts";
import type { CompiledLogic } from "./logic/compile-logic.ts";
import { compileLogic } from "./logic/compile-logic.ts";
import type { AnyEffect, AnyEvent } from "./pending.ts";

/** The part of a conversation that the product's code uses within a commit. */
export interface KeptConversation {
  readonly key: ConversationKey;
  /** The product's own data, built from its rows: dropped with the actors. */
  kept: object | null;
}

/** State and context of an actor as the present machine knows them. */
export interface StoredActor<Context = unknown> {
  readonly state: string;
  readonly context: Context;
}

/** What the code that keeps an effect can use within the commit: the actor after its step, and the parts of the commit. */
export interface StepScope<Context = unknown> extends StoredActor<Context> {
  readonly actor: ActorKey;
  readonly conversation: KeptConversation;
  /** The state before the step; `null` for a new actor. */
  readonly before: string | null;
  /** The state under which the store lists the actor; `null` before its first commit. */
  readonly listedState: string | null;
  readonly rows: RowReader;
  /** The product's side of the kernel, as the product made it. */
  readonly host: object;
  /** The feed entries of this commit for desks, so far. */
  readonly feed: FeedEntry[];
  /** The result of the event so far: its sender receives it. */
  readonly result: unknown;
  /** `answer` is stored for repeats of the request. */
  setResult(result: unknown, answer: number): void;
  write(write: Write): void;
  /** Releases an effect after the commit. */
  release<Effect extends AnyEffect>(effect: Effect): void;
  tell(tell: Tell<AnyEvent>): void;
  /** An actor of the same conversation; `undefined` where it does not exist. */
  readActor(key: ActorKey): StoredActor | undefined;
  /** A ULID. */
  newId(): string;
}

/** The fields of an event or effect that the history keeps beside its type, flat; `undefined` fields are left out. */
export type OutlinedFields = Readonly<Record<string, string | number | boolean | undefined>>;

export const none: OutlinedFields = {};
export const nothing = (): OutlinedFields => none;

/** Effects that the kernel keeps itself, whichever actor emits them. */
export type KernelEffectType = (SetDeadlineEffect | ClearDeadlineEffect | RefuseEffect)["type"] | "effect.actor.tell";

type Own<Effect extends AnyEffect> = Exclude<Effect, { readonly type: KernelEffectType }>;
type OwnEvent<Event extends AnyEvent> = Exclude<Event, DeadlineReached>;
type Named<Union extends { readonly type: string }, Type extends string> = Extract<Union, { readonly type: Type }>;

/** An actor whose row is being written, as its lists see the actor. */
export interface Listing<Context> {
  readonly context: Context;
  readonly state: string;
  /** The state under which the store lists it; `null` for a new actor. */
  readonly listedState: string | null;
  readonly key: ActorRow["actor"];
  write(write: Write): void;
  /** An effect to be carried out after the commit. */
  release<Effect extends AnyEffect>(effect: Effect): void;
}

/** A second list, of actors that have a mark, in any state. */
export interface MarkedList<Context> {
  isMarked(context: Context): boolean;
  /** Called when the mark differs from the listed one. */
  list(actor: Listing<Context>, isMarked: boolean): void;
}

/**
 * All that the kernel needs to know about one kind of actor. `keep` and `history` name every event and effect of the machine: a
 * missing one does not compile.
 */
export interface ActorDefinition<Context, Event extends AnyEvent, Effect extends AnyEffect> {
  /** The part of its keys before the `/`. */
  readonly kind: string;
  readonly machine: AnyStateMachine;
  /** The form in which its context is stored. */
  readonly form: StoredForm<Context>;
  /**
   * Leads a decoded context that version `from` of the form stored to the next version; pure. Absent: later versions only added fields
   * whose default is right.
   */
  migrate?(from: number, state: string, context: Context): Context;
  /** The event that creates the actor; `null` where the host creates it, with an input. */
  readonly birthEvent: Event["type"] | null;
  /** Its birth event is only its input: the new actor does not receive that event again. */
  readonly isBornReady?: true;
  /** An actor at rest is evicted after its commit; its next event reloads it. By default no actor is at rest. */
  isAtRest?(state: string, context: Context): boolean;
  /** Writes the list rows that follow from a change of its state. */
  list?(actor: Listing<Context>): void;
  readonly marked?: MarkedList<Context>;
  /** Adds to an event the fields that are only in the rows of its turn. */
  complete?(event: Event, conversation: KeptConversation, rows: RowReader): Event;
  /** How each effect is kept: the rows, tells and updates that the commit writes for it, or its release after the commit. */
  readonly keep: {
    readonly [Type in Own<Effect>["type"]]: (effect: Named<Effect, Type>, step: StepScope<Context>) => void;
  };
  /** What the history keeps of each event and effect beside its type. No text that people wrote, no secrets. */
  readonly history: {
    readonly events: {
      readonly [Type in OwnEvent<Event>["type"]]: (event: Named<Event, Type>) => OutlinedFields;
    };
    readonly effects: {
      readonly [Type in Own<Effect>["type"]]: (effect: Named<Effect, Type>) => OutlinedFields;
    };
    /** Which changes of the context the history keeps. */
    readonly context: KeptContext<Context>;
  };
}

/** A defined actor. The types of its events and effects are erased. */
export interface Actor<Context = unknown> {
  readonly kind: string;
  readonly machine: AnyStateMachine;
  /** Steps the actor: decides as the machine does. */
  readonly logic: CompiledLogic;
  readonly form: StoredForm<Context>;
  migrate(from: number, state: string, context: Context): Context;
  readonly birthEvent: string | null;
  readonly isBornReady: boolean;
  isAtRest(state: string, context: Context): boolean;
  list(actor: Listing<Context>): void;
  readonly marked: MarkedList<Context> | null;
  complete(event: AnyEvent, conversation: KeptConversation, rows: RowReader): AnyEvent;
  readonly keep: Readonly<Record<string, Keeper | undefined>>;
  readonly history: {
    readonly events: Readonly<Record<string, Outline | undefined>>;
    readonly effects: Readonly<Record<string, Outline | undefined>>;
    readonly context: KeptParts;
  };
}
type Keeper = (effect: AnyEffect, step: StepScope) => void;
type Outline = (what: { readonly type: string }) => OutlinedFields;

/** Throws a `Defect` for a machine with a feature that cannot be compiled. */
export function defineActor<Context, Event extends AnyEvent, Effect extends AnyEffect>(
  definition: ActorDefinition<Context, Event, Effect>,
): Actor<Context> {
  const { migrate, isAtRest, list, marked, complete, isBornReady } = definition;
  return {
    ...definition,
    logic: compileLogic(definition.machine),
    migrate: migrate ?? ((_from, _state, context) => context),
    isBornReady: isBornReady === true,
    marked: marked ?? null,
    isAtRest: isAtRest ?? (() => false),
    list: list ?? (() => undefined),
    // Each function below only ever receives the types of its entry in the table.
    complete: (complete as Actor["complete"] | undefined) ?? ((event) => event),
    keep: definition.keep as object as Actor["keep"],
    history: {
      ...(definition.history as object as Pick<Actor["history"], "events" | "effects">),
      context: compileKept(definition.history.context),
    },
  };
}

/** Every kind of actor of the service. */
export interface ActorSet {
  /** Throws a TypeError for a key of no known kind. */
  of(key: ActorKey): Actor;
}

export function createActorSet(actors: readonly Actor[]): ActorSet {
  const byKind = new Map(actors.map((actor) => [actor.kind, actor]));
  return {
    of(key) {
      const actor = byKind.get(key.slice(0, key.indexOf("/")));
      if (actor !== undefined) return actor;
      throw new TypeError(`Expected the key of an actor (${[...byKind.keys()].join(", ")}), got ${key}`);
    },
  };
}
