import { messageLoad } from "../../load/clients/message-load.ts";
import { startService } from "../../load/service/service.ts";
import { describeErrors, runWrk } from "../../load/wrk/wrk.ts";
import type { Done, Kind } from "./kind.types.ts";
import { warmUp } from "./warm-up.ts";

/** Durable customer messages, with the default log. */
export const ingest: Kind = {
  title: (chats) => `durable customer messages, ${chats} chats`,
  unit: "message",
  units: "messages",
  async open({ side: { checkout }, folder, connections, chats, seconds, note }) {
    const server = await startService({ folder, nodeFlags: "", checkout });
    let run = 0;
    let total = 0;
    const loadFor = async (length: number): Promise<Done> => {
      run += 1;
      const report = await runWrk(messageLoad({ url: server.url, run, connections, senders: chats, seconds: length }));
      const errors = describeErrors(report);
      if (errors !== "") note(`run ${run} met ${errors}`);
      total += report.requests;
      return { requests: report.requests, perSecond: report.requests / (report.durationUs / 1e6) };
    };
    await warmUp(loadFor, { total: 2 * chats, inOneRun: chats });
    return {
      server,
      load: () => loadFor(seconds),
      count: async () => total,
      close: () => server.end("SIGTERM"),
    };
  },
};
