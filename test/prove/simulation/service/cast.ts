import { Agent } from "./people/agent.ts";
import { runAsker } from "./people/asker.ts";
import { BotProvider } from "./people/bot.ts";
import { runCustomer } from "./people/customer.ts";
import type { content } from "./people/moods.ts";
import { servers } from "./people/names.ts";
import { openOwner } from "./people/owner.ts";
import { Page } from "./people/page.ts";
import { openShop } from "./people/shop.ts";
import type { Stage } from "./people/stage.ts";
import type { Plan } from "./plan/plan.ts";

/** The people of a plan, and the servers outside. */
export interface Cast {
  readonly agents: readonly Agent[];
  readonly pages: readonly Page[];
  readonly servers: Readonly<Record<"shop" | "bot" | "owner", { mood: typeof content }>>;
  play(): Promise<unknown>;
}

export function openCast(stage: Stage, plan: Plan): Cast {
  const { network } = stage;
  const shop = openShop(stage, plan.seed ^ 1);
  const bot = new BotProvider(stage, plan.seed ^ 2);
  const owner = openOwner(stage, plan.seed ^ 3);
  network.servers.set(servers.shop, shop);
  network.servers.set(servers.bot, bot.server);
  network.servers.set(servers.owner, owner);
  const agents: Agent[] = [];
  const pages: Page[] = [];
  const runs: (() => Promise<void>)[] = [];
  for (const person of plan.people) {
    if (person.kind === "customer") runs.push(() => runCustomer(stage, person));
    else if (person.kind === "agent") {
      const agent = new Agent(stage, person);
      agents.push(agent);
      runs.push(() => agent.run());
    } else if (person.kind === "asker") runs.push(() => runAsker(stage, person));
    else {
      const page = new Page(stage, person);
      pages.push(page);
      runs.push(() => page.run());
    }
  }
  const play = (): Promise<unknown> =>
    Promise.all(runs.map((run) => run().catch((error: unknown) => stage.history.surprise(String(error)))));
  return { agents, pages, servers: { shop, bot: bot.server, owner }, play };
}
