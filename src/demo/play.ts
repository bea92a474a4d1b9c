import { randomBytes } from "node:crypto";
import { botTitle, playBotFlow } from "./flows/bot-flow.ts";
import { deadTitle, playDeadFlow } from "./flows/dead-flow.ts";
import { failingTitle, playFailingFlow } from "./flows/failing-flow.ts";
import { loneBotTitle, playLoneBotFlow } from "./flows/lone-bot-flow.ts";
import { deadBotTitle, failingBotTitle, playDeadBotFlow, playFailingBotFlow } from "./flows/lost-bot-flow.ts";
import { mainTitle, playMainFlow } from "./flows/main-flow.ts";
import { playSlowBotFlow, slowBotTitle } from "./flows/slow-bot-flow.ts";
import type { Customer, Flow, Stage } from "./flows/stage.ts";
import type { Check, FlowName } from "./transcript/demo-event.ts";
import type { FlowLog } from "./transcript/flow-log.ts";

type OpenLog = (name: FlowName, title: string) => FlowLog;

/** Plays the main flow, then those that wait a lot at the same time; answers whether all showed what they are there to show. */
export async function playFlows(stage: Stage, openLog: OpenLog, closeLog: (log: FlowLog) => void): Promise<boolean> {
  const run = randomBytes(3).toString("hex");
  const play = async (name: FlowName, title: string, customerName: string, flow: Flow): Promise<boolean> => {
    const customer: Customer = { id: `${customerName.toLowerCase()}-${run}`, name: customerName };
    const log = openLog(name, title);
    stage.agent.follow(log, customer.id);
    const checks = await flow(stage, customer, log).catch(brokenOff);
    stage.agent.unfollow(log);
    closeLog(log);
    log.end(checks);
    return checks.every(({ isRight }) => isRight);
  };
  const first = await play("main", mainTitle, "Ann", playMainFlow);
  const others = await Promise.all([
    play("failing", failingTitle, "Bo", playFailingFlow),
    play("dead", deadTitle, "Cleo", playDeadFlow),
    play("bot", botTitle, "Dan", playBotFlow),
    play("slow-bot", slowBotTitle, "Eve", playSlowBotFlow),
    play("failing-bot", failingBotTitle, "Fay", playFailingBotFlow),
    play("dead-bot", deadBotTitle, "Gus", playDeadBotFlow),
    play("lone-bot", loneBotTitle, "Hal", playLoneBotFlow),
  ]);
  return first && others.every((isRight) => isRight);
}

const brokenOff = (error: unknown): readonly Check[] => [
  { name: "the flow comes to its end", isRight: false, seen: error instanceof Error ? error.message : String(error) },
];
