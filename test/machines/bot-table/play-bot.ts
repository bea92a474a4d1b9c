import type {
  BotConversationContext,
  BotConversationEvent,
} from "../../../machines/bot-conversation/bot-conversation.types.ts";
import { actors } from "../../../src/domain/actors.ts";
import type { Effect } from "../../../src/domain/effects.ts";
import { BothWays } from "../both-ways.ts";
import { assertRule } from "./assert-rule.ts";
import type { HappeningName } from "./bot-happenings.ts";
import { clientWrote, toBotEvent } from "./bot-happenings.ts";
import { readBotTells } from "./bot-tells.ts";
import { compareWithTable } from "./compare-bot.ts";
import { TableModel } from "./table-model.ts";

const invites: readonly BotConversationEvent["type"][] = ["client.wrote", "bot.invitation-posted", "chat.transferred"];

/** Runs one bot conversation and the state table in parallel. Each step throws if the two differ. */
export class PlayBot {
  readonly model = new TableModel();
  readonly #actor: BothWays;
  readonly #sent = { CLIENT_MESSAGE: 0, AGENT_JOINED: 0, AGENT_UNAVAILABLE: 0 };
  #number = 0;
  #invitations = 0;

  /** Begins with the client's first message. */
  constructor(first = clientWrote(0, false, true)) {
    this.#actor = BothWays.create(actors.bot.logic, first);
    this.take(first);
  }

  happen(name: HappeningName): void {
    this.#number += 1;
    this.take(toBotEvent(name, this.#number, this.#actor.context as BotConversationContext));
  }

  take(event: BotConversationEvent): void {
    const before = this.model.state;
    this.#actor.send(event);
    const effects = this.#actor.takeEffects() as readonly Effect[];
    const state = String(this.#actor.state);
    compareWithTable(this.model, { event, state, effects });
    if (invites.includes(event.type) && (before === "with_bot" || before === "unstaffed")) this.#invitations += 1;
    const { queued } = readBotTells(effects);
    for (const sent of queued) {
      if (sent === "CLIENT_MESSAGE" || sent === "AGENT_JOINED" || sent === "AGENT_UNAVAILABLE") this.#sent[sent] += 1;
      const isOpen = before === "with_bot" || before === "unstaffed";
      assertRule("BOT-47, BOT-49", sent !== "CLIENT_MESSAGE" || isOpen, `CLIENT_MESSAGE in ${before}`);
    }
    assertRule("BOT-44", this.#sent.AGENT_JOINED <= 1, "AGENT_JOINED a second time");
    assertRule("BOT-45", this.#sent.AGENT_UNAVAILABLE <= this.#invitations, "AGENT_UNAVAILABLE without an invitation");
  }
}
