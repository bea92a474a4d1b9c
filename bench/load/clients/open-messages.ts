import type { OpenSide } from "../figures/measure.ts";
import { doneByWrk } from "../figures/measure.ts";
import type { ServerProcess } from "../service/server-process.ts";
import { describeErrors, runWrk } from "../wrk/wrk.ts";
import { messageLoad } from "./message-load.ts";

export interface MessagesOrder {
  readonly connections: number;
  readonly senders: number;
  /** Records a mistake. A correct run has none. */
  note?(mistake: string): void;
}

/** Customer messages to a server, of which nobody keeps an account. */
export function openMessages(server: ServerProcess, { connections, senders, note }: MessagesOrder): OpenSide {
  let run = 0;
  return {
    server,
    async load(seconds) {
      run += 1;
      const report = await runWrk(messageLoad({ url: server.url, run, connections, senders, seconds }));
      const errors = describeErrors(report);
      if (errors !== "") note?.(`run ${run} met ${errors}`);
      return doneByWrk(report);
    },
    close: () => server.end("SIGTERM"),
  };
}
