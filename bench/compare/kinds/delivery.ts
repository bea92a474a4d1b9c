import { logIn } from "../../load/clients/desk-agent.ts";
import { messageLoad } from "../../load/clients/message-load.ts";
import { monotonicUs } from "../../load/profile/profile.ts";
import { startPeer, startService } from "../../load/service/service.ts";
import { describeErrors, runWrk } from "../../load/wrk/wrk.ts";
import { whenDelivered } from "../../scenarios/delivery/forwarding.ts";
import type { Done, Kind } from "./kind.types.ts";
import { warmUp } from "./warm-up.ts";

const chats = 1_000;

/** Agents' replies from the desk's API until the customer system has them. */
export const delivery: Kind = {
  title: () => `agents' replies until the customer system has them, ${chats} chats`,
  unit: "delivery",
  units: "deliveries",
  async open({ side: { checkout }, folder, connections, seconds, note }) {
    const peer = await startPeer("customer-system", folder);
    const server = await startService({ folder, nodeFlags: "", checkout, webhookUrl: peer.url });
    const { url } = server;
    for (let run = 1, answered = 0; answered < chats; run += 1) {
      answered = (await runWrk(messageLoad({ url, run, connections, seconds: run, senders: chats }))).requests;
      if (answered === 0) throw new Error("The service answered no message of the warm-up");
    }
    const agent = await logIn(url);
    const script = {
      script: "replies.lua",
      arguments: [agent.token, (await agent.acceptChats(chats)).join(",")],
    } as const;
    let run = 0;
    let answered = 0;
    let sent = 0;
    const count = async (): Promise<number> => (await whenDelivered(peer, answered)).count;
    const replyFor = async (length: number): Promise<Done> => {
      run += 1;
      const arrivedBefore = await count();
      const fromUs = monotonicUs();
      const report = await runWrk({ url, connections, seconds: length, ...script });
      answered += report.requests;
      sent += report.sentByThread[0] ?? 0;
      const { count: arrived, lastAtUs } = await whenDelivered(peer, answered);
      const requests = arrived - arrivedBefore;
      const errors = describeErrors(report);
      if (errors !== "") note(`run ${run} met ${errors}`);
      return { requests, perSecond: requests / ((lastAtUs - fromUs) / 1e6) };
    };
    await warmUp(replyFor, { total: 10 * chats, inOneRun: chats });
    return {
      server,
      load: () => replyFor(seconds),
      count,
      async close() {
        const arrived = await count();
        if (arrived < answered || arrived > sent)
          note(`${arrived} arrived, expected ${answered} (answered) to ${sent} (sent)`);
        await agent.close();
        await server.end("SIGTERM");
        await peer.end("SIGKILL");
      },
    };
  },
};
