import { randomBytes } from "node:crypto";
import type { Check, FlowName } from "./demo-event.ts";
import type { FlowLog } from "./flow-log.ts";
import { botTitle, playBotFlow } from "./flows/bot-flow.ts";
import { callbackTitle, playCallbackFlow } from "./flows/callback-flow.ts";
import { crmTitle, playCrmFlow } from "./flows/crm-flow.ts";
import { deadTitle, playDeadFlow } from "./flows/dead-flow.ts";
import { failedCallTitle, playFailedCallFlow } from "./flows/failed-call-flow.ts";
import { failingTitle, playFailingFlow } from "./flows/failing-flow.ts";
import { loneBotTitle, playLoneBotFlow } from "./flows/lone-bot-flow.ts";
import { deadBotTitle, failingBotTitle, playDeadBotFlow, playFailingBotFlow } from "./flows/lost-bot-flow.ts";
import { mainTitle, playMainFlow } from "./flows/main-flow.ts";
import { playSlowBotFlow, slowBotTitle } from "./flows/slow-bot-flow.ts";
import type { Customer, Flow, Stage } from "./flows/stage.ts";

interface Conversation {
  readonly name: FlowName;
  readonly title: string;
  readonly customerName: string;
  readonly flow: Flow;
}

const first: Conversation = { name: "main", title: mainTitle, customerName: "Ann", flow: playMainFlow };
/** These conversations mostly wait, so they are played at the same time. */
const others: readonly Conversation[] = [
  { name: "failing", title: failingTitle, customerName: "Bo", flow: playFailingFlow },
  { name: "dead", title: deadTitle, customerName: "Cleo", flow: playDeadFlow },
  { name: "bot", title: botTitle, customerName: "Dan", flow: playBotFlow },
  { name: "slow-bot", title: slowBotTitle, customerName: "Eve", flow: playSlowBotFlow },
  { name: "failing-bot", title: failingBotTitle, customerName: "Fay", flow: playFailingBotFlow },
  { name: "dead-bot", title: deadBotTitle, customerName: "Gus", flow: playDeadBotFlow },
  { name: "lone-bot", title: loneBotTitle, customerName: "Hal", flow: playLoneBotFlow },
  { name: "crm", title: crmTitle, customerName: "Ivy", flow: playCrmFlow },
  { name: "callback", title: callbackTitle, customerName: "Jo", flow: playCallbackFlow },
  { name: "failed-call", title: failedCallTitle, customerName: "Kit", flow: playFailedCallFlow },
];

export const conversationsCount = 1 + others.length;

type OpenLog = (name: FlowName, title: string) => FlowLog;

/** Plays the main flow, then the others at the same time. Resolves with true if all checks passed. */
export async function playFlows(stage: Stage, openLog: OpenLog, closeLog: (log: FlowLog) => void): Promise<boolean> {
  const run = randomBytes(3).toString("hex");
  const play = async ({ name, title, customerName, flow }: Conversation): Promise<boolean> => {
    const customer: Customer = { id: `${customerName.toLowerCase()}-${run}`, name: customerName };
    const log = openLog(name, title);
    stage.agent.follow(log, customer.id);
    const checks = await flow(stage, customer, log).catch(brokenOff);
    stage.agent.unfollow(log);
    closeLog(log);
    log.end(checks);
    return checks.every(({ isRight }) => isRight);
  };
  const wentFirst = await play(first);
  const went = await Promise.all(others.map(play));
  return wentFirst && went.every((isRight) => isRight);
}

const brokenOff = (error: unknown): readonly Check[] => [
  { name: "the flow comes to its end", isRight: false, seen: error instanceof Error ? error.message : String(error) },
];
