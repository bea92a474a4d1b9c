import { randomBytes } from "node:crypto";
import type { Check, FlowName } from "./demo-event.ts";
import type { FlowLog } from "./flow-log.ts";
import { botConversations } from "./flows/bot-flows.ts";
import { callConversations } from "./flows/call-flows.ts";
import { crmConversation } from "./flows/crm-flow.ts";
import { mainConversation } from "./flows/main-flow.ts";
import type { Conversation, Customer, Stage } from "./flows/stage.ts";
import { systemConversations } from "./flows/system-flows.ts";

/** These conversations mostly wait, so they are played at the same time. */
const others = [...systemConversations, ...botConversations, crmConversation, ...callConversations];

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
  const wentFirst = await play(mainConversation);
  const went = await Promise.all(others.map(play));
  return wentFirst && went.every((isRight) => isRight);
}

const brokenOff = (error: unknown): readonly Check[] => [
  { name: "the flow comes to its end", isRight: false, seen: error instanceof Error ? error.message : String(error) },
];
