import t from "tap";
import type { ActorEvent, Effect } from "../../../src/domain/effects.ts";
import { withContext } from "../../harness/stored-contexts.ts";
import { Cell } from "../cells.ts";
import { nothing, t0 } from "../chat/chat-steps.ts";
import { runTable } from "../table.ts";
import {
  agentAccepted,
  botConversation,
  botEnded,
  botEventEnded,
  cancelledForBot,
  chatClosed,
  chatReopened,
  clearOffer,
  closedChat,
  disconnected,
  emptyLane,
  entry,
  failure,
  gone,
  idle,
  invites,
  joinedReopened,
  joining,
  offerEnds,
  offering,
  openedForBot,
  postedId,
  replied,
  says,
  tells,
  toChat,
  two,
  waitingMessage,
  withAgent,
  wrote,
} from "./bot-steps.ts";

const hasEnded = (lineId: string) =>
  botEnded(t0 + 500, "The bot failed: The bot answered HTTP 503.", lineId, {
    code: "http_status",
    message: "The bot answered HTTP 503.",
  });

runTable(t, {
  ...botConversation,
  tests: {
    "[BOT-23] a request to the bot failed": [
      {
        name: "with bot, a request failed after its retries: the agents have the chat, what waits is not sent",
        given: [...two, wrote(3)],
        when: botEventEnded(1, failure),
        state: "ended",
        effects: [tells(toChat(hasEnded("event-1")), cancelledForBot(2, t0 + 500), cancelledForBot(3, t0 + 500))],
        context: { lane: emptyLane },
      },
      {
        name: "offer running, a request failed: the offer ends with the bot",
        given: [wrote(1), invites(true)],
        when: botEventEnded(1, failure),
        state: "ended",
        effects: [clearOffer, tells(toChat(hasEnded("event-1")))],
      },
      {
        name: "AGENT_UNAVAILABLE failed: the chat waits for agents without the bot",
        given: [...idle, invites(false), wrote(3)],
        when: botEventEnded("invite", failure),
        state: "ended",
        effects: [tells(toChat(hasEnded("event-invite")), cancelledForBot(3, t0 + 500))],
      },
      {
        name: "AGENT_JOINED failed: nothing changes",
        given: withAgent,
        when: botEventEnded("accept", failure),
        state: "with_agent",
        effects: [nothing],
        context: { lane: emptyLane },
      },
      {
        name: "an agent took over, then the message before it failed: no AGENT_JOINED",
        given: joining,
        when: botEventEnded(1, failure),
        state: "ended",
        effects: [
          tells(toChat(hasEnded("event-1")), cancelledForBot(2, t0 + 500), cancelledForBot("accept", t0 + 500)),
        ],
      },
      {
        name: "what failed after the chat was closed moves it to nobody",
        given: closedChat,
        when: botEventEnded(1, failure),
        state: "closed",
        effects: [],
        context: { lane: emptyLane },
      },
    ],
    "[BOT-44] AGENT_JOINED waits for the messages before it, and comes with a reopened chat": [
      {
        name: "the agent is there: the messages before AGENT_JOINED go first",
        given: [...joining, botEventEnded(1, null)],
        when: botEventEnded(2, null),
        state: "with_agent",
        effects: [tells(openedForBot("accept", t0 + 500))],
      },
      {
        name: "a chat that no agent had is opened again by one: AGENT_JOINED, and the bot's part is over",
        given: [...idle, chatClosed],
        when: chatReopened,
        state: "with_agent",
        effects: [joinedReopened(true)],
        context: { lane: { active: entry("reopen", "AGENT_JOINED"), waiting: [] } },
      },
      {
        name: "it waits for what was on its way when the chat was closed",
        given: closedChat,
        when: chatReopened,
        state: "with_agent",
        effects: [joinedReopened(false)],
        context: { lane: { active: entry(1, "CLIENT_MESSAGE"), waiting: [entry("reopen", "AGENT_JOINED")] } },
      },
    ],
    "[BOT-34] after the bot's part, what it says is recorded and not shown": [
      {
        name: "with agent: what the bot says is recorded, not shown",
        given: withAgent,
        when: says(1),
        state: "with_agent",
        effects: [tells(toChat(replied(says(1), false)))],
      },
      {
        name: "the chat is closed: what waits for the bot is not sent, what runs goes on",
        given: two,
        when: chatClosed,
        state: "closed",
        effects: [tells(cancelledForBot(2, t0 + 600))],
        context: { lane: { active: entry(1, "CLIENT_MESSAGE"), waiting: [] } },
      },
      {
        name: "the chat is closed while an offer runs: it does not run out",
        given: offering,
        when: chatClosed,
        state: "closed",
        effects: [clearOffer, nothing],
      },
    ],
    "[BOT-08] the bot is disconnected": [
      {
        name: "disconnected: the agents have the chat, and neither what runs nor what waits is tried again",
        given: two,
        when: disconnected,
        state: "ended",
        effects: [
          tells(
            toChat(botEnded(t0 + 700, gone, "line-gone")),
            cancelledForBot(1, t0 + 700),
            cancelledForBot(2, t0 + 700),
          ),
        ],
        context: { lane: emptyLane },
      },
      {
        name: "disconnected before AGENT_JOINED was taken",
        given: withAgent,
        when: disconnected,
        state: "ended",
        effects: [tells(toChat(botEnded(t0 + 700, gone, "line-gone")), cancelledForBot("accept", t0 + 700))],
      },
    ],
  },
});

/** A message with an id of the provider's, this long after the first event. */
const saysAgain = (number: number, afterMs: number, fingerprint = "body"): ActorEvent =>
  says(number, { nowMs: t0 + 1_000 + afterMs, posted: postedId("evt", fingerprint) });
const shown = (event: ActorEvent): Effect =>
  event.type === "bot.message-posted" ? tells(toChat(replied(event, true))) : nothing;

runTable(t, {
  ...botConversation,
  tests: {
    "[BOT-31, BOT-32] repeats of a provider's event": [
      {
        name: "10 s later it is another event",
        given: [...idle, saysAgain(1, 0)],
        when: saysAgain(2, 10_000),
        state: "with_bot",
        effects: [shown(saysAgain(2, 10_000))],
        context: { posted: [{ id: "evt", fingerprint: "body", atMs: t0 + 11_000 }] },
      },
      {
        name: "the same id with another body is another event",
        given: [...idle, saysAgain(1, 0)],
        when: saysAgain(2, 10, "other"),
        state: "with_bot",
        effects: [shown(saysAgain(2, 10, "other"))],
      },
      {
        name: "the body of an earlier event with that id counts as well",
        given: [...idle, saysAgain(1, 0), saysAgain(2, 10, "other")],
        when: saysAgain(3, 20),
        state: "with_bot",
        effects: [],
      },
      {
        name: "the repeat of an invitation whose offer has run out meanwhile makes no second one",
        given: [...idle, invites(true, { posted: postedId("evt"), acceptTimeoutMs: 5_000 }), offerEnds(t0 + 5_200)],
        when: invites(true, { nowMs: t0 + 5_300, posted: postedId("evt") }),
        state: "unstaffed",
        effects: [],
      },
    ],
  },
});

t.test("[BOT-22] if the lane is full, the bot has failed, and no waiting event is sent", async (t) => {
  const cell = Cell.create(botConversation.actor, botConversation.conversation, botConversation.input);
  const count = 501;
  for (let number = 1; number <= count; number += 1) cell.step(wrote(number));
  const last = wrote(count + 1);
  const waiting = Array.from({ length: count }, (_, index) => cancelledForBot(index + 1, last.nowMs));
  t.strictSame(cell.step(last), [
    tells(waitingMessage(last)),
    tells(
      toChat(
        botEnded(last.nowMs, "The bot failed: 500 events wait for it.", `line-${count + 1}`, {
          code: "bot_ended",
          message: "500 events wait for the bot.",
        }),
      ),
      ...waiting,
      cancelledForBot(count + 1, last.nowMs),
    ),
  ]);
  t.equal(cell.state, "ended");
});

t.test("[BOT-02] an agent who joins a chat that the bot does not know sends it nothing", async (t) => {
  const notice = entry("1-offer", "AGENT_UNAVAILABLE");
  /** Earlier versions left chats like this, whose first message asked for an agent. */
  const unheard = (lane: object) => {
    const cell = Cell.create(botConversation.actor, botConversation.conversation, botConversation.input);
    cell.step(wrote(1, { wantsAgent: true, agentsOnline: false }));
    const row = cell.nextRow();
    return Cell.rehydrate(withContext(row, { hasSent: false, lane }));
  };
  const never = unheard({ active: notice, waiting: [] });
  t.strictSame([never.step(agentAccepted), never.state], [[], "with_agent"]);
  const soon = unheard({ active: notice, waiting: [entry(2, "CLIENT_MESSAGE")] });
  t.equal(soon.step(agentAccepted).length, 1, "it receives the chat first");
  t.match(soon.context, { lane: { waiting: [{}, { event: "AGENT_JOINED" }] } });
  const later = unheard({ active: notice, waiting: [] });
  t.strictSame(later.step(wrote(3)), [tells(waitingMessage(wrote(3)))]);
});
