import type {
  BotConversationContext,
  BotConversationEvent,
} from "../../../machines/bot-conversation/bot-conversation.types.ts";
import type { ChatContext, ChatEvent, ChatInput } from "../../../machines/chat/chat.types.ts";
import type { ActorKey } from "../../../machines/ids.ts";
import type { Cargo } from "../../../machines/tells.ts";
import { botAddress } from "../../../machines/tells.ts";
import type { Effect } from "../../../src/domain/effects.ts";
import { Cell } from "../cells.ts";
import type { PlayedDelivery } from "../machines-play.ts";
import { MachinesPlay } from "../machines-play.ts";
import { chat, id, input, t0 } from "./chat-steps.ts";

const botKey = botAddress(id);

/** A request to the customer system, or to the bot, that has not ended. */
export interface RunningAttempt {
  readonly delivery: ActorKey;
  readonly attempt: number;
  readonly startedAtMs: number;
  readonly kind: Cargo["kind"];
}

/** One chat, its bot conversation and their deliveries. */
export class ChatPlay extends MachinesPlay {
  readonly running: RunningAttempt[] = [];
  /** Every effect in order, with the actor that asked for it. */
  readonly effects: { readonly from: ActorKey; readonly effect: Effect }[] = [];
  readonly #byType = new Map<Effect["type"], Effect[]>();

  constructor(isPutAway: boolean, bot: ChatInput["bot"]) {
    super(chat.conversation, t0, isPutAway);
    const cell = Cell.create(chat.actor, chat.conversation, { ...input, bot });
    cell.takeEffects();
    this.cells.set(chat.actor, cell);
  }

  get chatState(): string {
    return this.cell(chat.actor).state;
  }

  get chat(): ChatContext {
    return this.cell(chat.actor).context as ChatContext;
  }

  /** `null` before the client wrote, and if there is no bot. */
  get bot(): { readonly state: string; readonly context: BotConversationContext } | null {
    const cell = this.cells.get(botKey);
    return cell === undefined ? null : { state: cell.state, context: cell.context as BotConversationContext };
  }

  deliveriesOf(kind: Cargo["kind"]): readonly PlayedDelivery[] {
    return this.deliveries.filter(({ context }) => context.cargo.kind === kind);
  }

  /** Every effect of this type, in order. */
  emitted<Type extends Effect["type"]>(type: Type): readonly Extract<Effect, { type: Type }>[] {
    return (this.#byType.get(type) ?? []) as Extract<Effect, { type: Type }>[];
  }

  /** Returns the effects of the chat, without those of the actors that it told. */
  step(event: ChatEvent): readonly Effect[] {
    return this.stepAll(chat.actor, event);
  }

  /** Steps an event that the provider posts. */
  stepBot(event: BotConversationEvent): void {
    if (this.bot !== null) this.stepAll(botKey, event);
  }

  /** Ends the oldest running attempt of this kind. */
  end(kind: Cargo["kind"], isDelivered: boolean): void {
    const index = this.running.findIndex((running) => running.kind === kind);
    const [ended] = index < 0 ? [] : this.running.splice(index, 1);
    if (ended === undefined) return;
    const { delivery, attempt, startedAtMs } = ended;
    const failure = { kind: "http_status", code: "http_status", message: "HTTP 503." } as const;
    const outcome = isDelivered ? { httpStatus: 200 } : { httpStatus: 503, failure };
    this.endAttempt(delivery, { attempt, startedAtMs, ...outcome });
  }

  protected override carryOut(actor: ActorKey, effect: Effect): void {
    this.effects.push({ from: actor, effect });
    const alike = this.#byType.get(effect.type);
    if (alike === undefined) this.#byType.set(effect.type, [effect]);
    else alike.push(effect);
    if (effect.type !== "effect.attempt.start") return;
    const { attempt, cargo } = effect;
    this.running.push({ delivery: actor, attempt, startedAtMs: this.nowMs, kind: cargo.kind });
  }
}
