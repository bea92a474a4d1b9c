import { isDeepStrictEqual } from "node:util";
import type { AnyStateMachine } from "xstate";
import { chatAddress } from "../../../../machines/addresses.ts";
import type { ChatInput, ClientFacts } from "../../../../machines/chat/chat.types.ts";
import type { ChatMessage } from "../../../../machines/chat/message.types.ts";
import type { StartAttemptEffect } from "../../../../machines/delivery/delivery.types.ts";
import type { ClearDeadlineEffect, SetDeadlineEffect } from "../../../../machines/effects.ts";
import type { ActorKey, ChatId } from "../../../../machines/ids.ts";
import type { Actor } from "../../../../src/actors/actor-definition.ts";
import { DeadlineHeap } from "../../../../src/actors/deadlines/deadline-heap.ts";
import type { CompiledLogic } from "../../../../src/actors/logic/compile-logic.ts";
import { compileLogic } from "../../../../src/actors/logic/compile-logic.ts";
import { defaultLimits } from "../../../../src/config/limits.ts";
import type { ActorKind } from "../../../../src/core/ids.ts";
import { actorKindOf, asChannelId, asChatId, asConversationKey } from "../../../../src/core/ids.ts";
import { actors } from "../../../../src/domain/actors.ts";
import type { ActorEvent, Effect } from "../../../../src/domain/effects.ts";
import type { StoredDeadline } from "../../../../src/ports/store.ts";
import { BothWays } from "../../../machines/both-ways.ts";

export const t0 = 1_000_000;
export const channelId = asChannelId("MOBILEAPP1");
const conversation = asConversationKey(`client/${channelId}/7`);
const { tellDepthMax } = defaultLimits;

export type Machines = Readonly<Partial<Record<ActorKind, AnyStateMachine>>>;

/** The durable data of one actor. */
export interface StoredActor {
  readonly state: string;
  readonly context: unknown;
  readonly deadlines: readonly StoredDeadline[];
}

/** One step of one actor. */
export interface Stepped {
  readonly key: ActorKey;
  readonly kind: ActorKind;
  readonly event: ActorEvent;
  /** `null` for an actor that this event created. */
  readonly before: string | null;
  readonly after: string;
  readonly context: unknown;
  readonly effects: readonly Effect[];
}

/** The outcome of an event: `undone` when a step met a defect, `lost` when the process crashed before the commit, `nobody` when there is no such actor. */
export type Outcome = "done" | "refused" | "undone" | "nobody" | "lost";

export interface Crash {
  readonly at: "before commit" | "before release";
  readonly downMs: number;
}

/**
 * Runs one client's conversation as the runtime does, without a process. Actors that are told an event are stepped breadth first.
 * A commit stores a step completely or not at all, and effects are released after the commit. Deadlines are in the runtime's own
 * heap. Source: src/actors/step.ts and src/actors/turn.ts.
 */
export class World {
  nowMs = t0;
  /** Durable rows. */
  readonly stored = new Map<ActorKey, StoredActor>();
  readonly messages: { readonly chatId: ChatId; readonly message: ChatMessage }[] = [];
  openChatId: ChatId | null = null;
  /** When set, the process crashes in the middle of the next step. */
  crash: Crash | null = null;
  /** When set, the next event that needs this many steps meets a defect in the last step. */
  defectAtStep: number | null = null;
  /** When set, the process is down; the value has the duration. */
  dead: Crash | null = null;
  onStep: (stepped: Stepped) => void = () => undefined;
  onRelease: (effect: StartAttemptEffect, actor: ActorKey) => void = () => undefined;
  heap = new DeadlineHeap();
  /** Logics that replace the service's own logics. */
  readonly #logics: Readonly<Partial<Record<string, CompiledLogic>>>;
  readonly #live = new Map<ActorKey, BothWays>();
  #client: ClientFacts = nobody;
  #chats = 0;

  constructor(machines: Machines = {}) {
    this.#logics = Object.fromEntries(Object.entries(machines).map(([kind, machine]) => [kind, compileLogic(machine)]));
  }

  /** Executes one event from the first decision to the release of its effects. */
  take(target: ActorKey | "client", event: ActorEvent): Outcome {
    const first = target === "client" ? this.#findOpenChat(event) : target;
    return first === null ? "nobody" : this.#takeBy(first, this.#withStanding(event), null);
  }

  /** Adds the data that the turn adds while it has the client's lock. Source: src/actors/step.ts. */
  #withStanding(event: ActorEvent): ActorEvent {
    if (event.type !== "chat.reopen-requested") return event;
    return { ...event, standing: { client: this.#client, openChatId: this.openChatId } };
  }

  /** Drops everything that is not stored. Returns the deadlines that fire at a restart, the earliest first. */
  restart(downMs: number): readonly { readonly actor: ActorKey; readonly deadline: StoredDeadline }[] {
    this.dead = null;
    this.#live.clear();
    this.heap = new DeadlineHeap();
    this.nowMs += downMs;
    const standing: { readonly actor: ActorKey; readonly deadline: StoredDeadline }[] = [];
    for (const [actor, row] of this.stored) {
      const { form } = actors[actorKindOf(actor)];
      const context = form.decode(form.encode(row.context));
      if (!isDeepStrictEqual(context, row.context)) throw new Error(`${actor} came back with another context`);
      this.stored.set(actor, { ...row, context });
      for (const deadline of row.deadlines) standing.push({ actor, deadline });
    }
    for (const { actor, deadline } of standing) {
      if (!deadline.atRestart) this.heap.push({ ...deadline, actor, conversation });
    }
    return standing
      .filter(({ deadline }) => deadline.atRestart)
      .sort((one, other) => one.deadline.atMs - other.deadline.atMs);
  }

  /** Fires a due deadline. The commit of the resulting step removes the deadline. */
  fire(actor: ActorKey, { id, atMs }: Pick<StoredDeadline, "id" | "atMs">, restarted: boolean): Outcome {
    const isStanding = this.stored.get(actor)?.deadlines.some((one) => one.id === id && one.atMs === atMs);
    if (isStanding !== true) return "nobody";
    return this.#takeBy(actor, { type: "deadline.reached", id, atMs, nowMs: this.nowMs, restarted }, id);
  }

  #takeBy(first: ActorKey, event: ActorEvent, fired: string | null): Outcome {
    if (this.crash?.at === "before commit") {
      this.#die(this.crash);
      return "lost";
    }
    const step = this.#stepAll(first, event);
    if (typeof step === "string") return step;
    for (const stepped of step.steps) this.onStep(stepped);
    this.#commit(step);
    if (fired !== null) this.#forgetFired(first, fired, step);
    if (this.crash === null) this.#release(step);
    else this.#die(this.crash);
    return "done";
  }

  #die(crash: Crash): void {
    this.dead = crash;
    this.crash = null;
  }

  #findOpenChat(event: ActorEvent): ActorKey | null {
    if (this.openChatId !== null) return chatAddress(this.openChatId);
    if (event.type !== "message.received") return null;
    return chatAddress(asChatId(String(this.#chats + 1)));
  }

  #stepAll(first: ActorKey, event: ActorEvent): Draft | "refused" | "undone" | "nobody" {
    const draft: Draft = { touched: new Map(), effects: [], steps: [] };
    const told: { readonly key: ActorKey; readonly event: ActorEvent; readonly depth: number }[] = [];
    told.push({ key: first, event, depth: 0 });
    for (let next = told.shift(); next !== undefined; next = told.shift()) {
      const { key, event: heard, depth } = next;
      const before = draft.touched.get(key)?.state ?? this.stored.get(key)?.state ?? null;
      const actor = this.#find(key, heard);
      if (actor === null && depth === 0) return "nobody";
      if (actor === null) throw new Error(`${heard.type} was told to ${key}, which does not exist`);
      if (depth > tellDepthMax)
        throw new Error(`The chain of tells that ${key} continued is too long: expected at most ${tellDepthMax} tells`);
      // For such an actor, the first event only creates the actor. Source: src/actors/step.ts.
      if (before !== null || !actors[actorKindOf(key)].isBornReady) actor.send(heard);
      const effects = actor.takeEffects() as readonly Effect[];
      if (effects.some(({ type }) => type === "effect.request.refuse")) return this.#undo(draft, key, "refused");
      const after = { state: String(actor.state), context: actor.context };
      draft.touched.set(key, after);
      for (const effect of effects) {
        draft.effects.push({ key, effect });
        if (effect.type !== "effect.actor.tell") continue;
        for (const tell of effect.tells) told.push({ key: tell.to, event: tell.event, depth: depth + 1 });
      }
      const { state, context } = after;
      draft.steps.push({ key, kind: actorKindOf(key), event: heard, before, after: state, context, effects });
      if (draft.steps.length !== this.defectAtStep) continue;
      this.defectAtStep = null;
      return this.#undo(draft, key, "undone");
    }
    return draft;
  }

  /** Keeps nothing of the event: every stepped actor is loaded again from the store. */
  #undo<Why extends "refused" | "undone">(draft: Draft, key: ActorKey, why: Why): Why {
    for (const touched of [...draft.touched.keys(), key]) this.#live.delete(touched);
    return why;
  }

  #find(key: ActorKey, event: ActorEvent): BothWays | null {
    const live = this.#live.get(key);
    if (live !== undefined) return live;
    const kind = actorKindOf(key);
    const standard = actors[kind];
    const definition = { ...standard, logic: this.#logics[kind] ?? standard.logic };
    const row = this.stored.get(key);
    const found = row === undefined ? this.#create(key, definition, event) : BothWays.restore(definition.logic, row);
    if (found !== null) this.#live.set(key, found);
    return found;
  }

  #create(key: ActorKey, definition: Actor, event: ActorEvent): BothWays | null {
    if (definition.birthEvent === event.type) return BothWays.create(definition.logic, event);
    if (event.type !== "message.received" || definition.kind !== "chat") return null;
    const id = asChatId(key.slice("chat/".length));
    const bot = event.bot === undefined ? null : "connected";
    const client = { ...this.#client, chatsCount: this.#client.chatsCount + 1 };
    const input: ChatInput = { id, channelId, client, bot, surface: "api", nowMs: event.nowMs };
    return BothWays.create(definition.logic, input);
  }

  #commit({ touched, effects }: Draft): void {
    for (const [key, { state, context }] of touched) {
      this.stored.set(key, { state, context, deadlines: this.stored.get(key)?.deadlines ?? [] });
    }
    for (const { key, effect } of effects) {
      switch (effect.type) {
        case "effect.message.store":
          this.messages.push({ chatId: asChatId(key.slice("chat/".length)), message: effect.message });
          break;
        case "effect.client.store":
          this.#client = effect.client;
          if (effect.openChatId !== null) this.#chats = Math.max(this.#chats, Number(effect.openChatId));
          this.openChatId = effect.openChatId;
          break;
        case "effect.deadline.set":
        case "effect.deadline.clear":
          this.#keepDeadline(key, effect);
          break;
        default:
      }
    }
  }

  #keepDeadline(key: ActorKey, effect: SetDeadlineEffect | ClearDeadlineEffect): void {
    const row = this.stored.get(key);
    if (row === undefined) return;
    const others = row.deadlines.filter(({ id }) => id !== effect.id);
    const { id } = effect;
    if (effect.type === "effect.deadline.clear") {
      this.stored.set(key, { ...row, deadlines: others });
      return;
    }
    const { atMs, atRestart } = effect;
    this.stored.set(key, { ...row, deadlines: [...others, { id, atMs, atRestart }] });
  }

  /** Removes a fired deadline, unless the step has set it again. */
  #forgetFired(key: ActorKey, id: string, { effects }: Draft): void {
    const isAnew = effects.some(
      (one) => one.key === key && one.effect.type === "effect.deadline.set" && one.effect.id === id,
    );
    if (!isAnew) this.#keepDeadline(key, { type: "effect.deadline.clear", id });
  }

  #release({ effects }: Draft): void {
    for (const { key, effect } of effects) {
      if (effect.type === "effect.attempt.start") this.onRelease(effect, key);
      if (effect.type !== "effect.deadline.set") continue;
      const { id, atMs, atRestart } = effect;
      this.heap.push({ id, atMs, atRestart, actor: key, conversation });
    }
  }
}

/** The data that one step will store. */
interface Draft {
  readonly touched: Map<ActorKey, { readonly state: string; readonly context: unknown }>;
  readonly effects: { readonly key: ActorKey; readonly effect: Effect }[];
  /** The steps in their order. No effect is released before all steps are done. */
  readonly steps: Stepped[];
}

const nobody: ClientFacts = {
  senderId: "7",
  senderIdKind: "string",
  number: 3,
  name: null,
  phone: null,
  email: null,
  photo: null,
  description: null,
  url: null,
  pageTitle: null,
  userToken: null,
  session: null,
  chatsCount: 0,
  isBlacklisted: false,
  pageData: [],
};
