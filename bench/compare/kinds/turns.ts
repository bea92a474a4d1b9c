import { describeTurnErrors } from "../../load/clients/turns.ts";
import { startService } from "../../load/service/service.ts";
import { endStage, fullPace, startStage, takeTurnsAt } from "../../scenarios/bots/turn-stage.ts";
import type { Done, Kind } from "./kind.types.ts";
import { warmUp } from "./warm-up.ts";

/** Fewer than in `bot-turns`, because all of them must have their chats before the measurement. */
const senders = 2_000;

/** Full turns: a customer's message, its event to the bot, the bot's reply, the delivery of the reply. */
export const turns: Kind = {
  title: () => `customer to bot and back, ${senders} chats`,
  unit: "turn",
  units: "turns",
  async open({ side: { checkout }, folder, connections, seconds, note }) {
    const stage = await startStage(folder);
    const { customers, bot } = stage;
    const server = await startService({ folder, nodeFlags: "", checkout, webhookUrl: customers.url, botUrl: bot.url });
    let run = 0;
    let total = 0;
    const takeFor = async (length: number): Promise<Done> => {
      run += 1;
      const pace = fullPace(connections);
      const report = await takeTurnsAt(stage, server, { run, seconds: length, connections, pace, senders });
      const errors = describeTurnErrors(report);
      if (errors !== "") note(`run ${run} met ${errors}`);
      total += report.ended;
      return { requests: report.ended, perSecond: report.perSecond };
    };
    await warmUp(takeFor, { total: 3 * senders, inOneRun: senders });
    return {
      server,
      load: () => takeFor(seconds),
      count: async () => total,
      async close() {
        await server.end("SIGTERM");
        const refused: string[] = [];
        await endStage(stage, `${run} runs`, refused);
        refused.forEach(note);
      },
    };
  },
};
