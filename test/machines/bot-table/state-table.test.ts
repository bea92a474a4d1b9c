import t from "tap";
import { botLaneWaitingMax } from "../../../machines/bot-conversation/steps.ts";
import type { HappeningName } from "./bot-happenings.ts";
import { clientWrote, happenings } from "./bot-happenings.ts";
import { findEdges, findShortestPaths } from "./bot-paths.ts";
import { byEnd, problemOf } from "./path-problems.ts";
import { PlayBot } from "./play-bot.ts";

t.test("[BOT-16, BOT-23] every event follows the state table, with each lane", async (t) => {
  const edges = findEdges();
  t.ok(edges.length > 600, `${edges.length} edges`);
  for (const [end, group] of byEnd(edges)) {
    const problems = group.map((path) => problemOf(path)).filter((problem) => problem !== null);
    t.strictSame(problems, [], `${group.length} things that happen in ${end}`);
  }
});

const repeats: readonly (readonly HappeningName[])[] = [
  ["bot writes with an id", "bot writes with an id"],
  ["bot writes with an id", "bot writes with the id again, 10 s later"],
  ["bot writes with an id", "client writes", "bot writes with an id"],
  ["bot writes with an id", "client writes", "event in front taken", "bot writes with an id"],
  ["bot writes", "bot writes"],
  ["bot invites with an id, no agent", "bot invites with an id, no agent"],
  ["bot invites with an id, no agent", "client writes", "event in front taken", "bot invites with an id, no agent"],
];

t.test("[BOT-31, BOT-32] a repeat counts until 10 s have passed or a CLIENT_MESSAGE was sent", async (t) => {
  for (const path of findShortestPaths()) {
    const problems = repeats.map((more) => problemOf({ happenings: [...path.happenings, ...more] }));
    t.strictSame(
      problems.filter((problem) => problem !== null),
      [],
      path.end,
    );
  }
});

t.test(
  "if a client first asks for an agent, the bot receives the message before any other event of the chat",
  async (t) => {
    const states = new Set<string>();
    for (const agentsOnline of [true, false]) {
      for (const one of happenings) {
        for (const other of happenings) {
          const bot = new PlayBot(clientWrote(0, true, agentsOnline));
          for (const name of [one, other]) bot.happen(name);
          states.add(bot.model.state);
        }
      }
    }
    t.strictSame([...states].sort(), ["closed", "ended", "offering", "unstaffed", "with_agent"]);
  },
);

t.test("every event follows the state table when the lane is full", async (t) => {
  for (const first of ["client writes", "client asks, no agent"] as const) {
    const fill = (bot: PlayBot): void => {
      bot.happen(first);
      while (bot.model.lane.length <= botLaneWaitingMax) bot.happen("client writes");
    };
    for (const name of happenings) t.equal(problemOf({ happenings: [name] }, fill), null, `${first}, then ${name}`);
  }
});
