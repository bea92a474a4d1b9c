import { Pool } from "undici";
import { channelPath } from "../../load/service/service.ts";
import type { DayLog } from "./day-log.ts";

const connections = 16;

/** Asks whether agents are there. */
export function createStatusAsker(url: string, log: DayLog): (dueAtMs: number) => void {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const ask = async (): Promise<number | null> => {
    try {
      const { statusCode, body } = await pool.request({ method: "GET", path: `${channelPath}/status` });
      await body.text();
      return statusCode;
    } catch {
      // Whoever killed the service knows why.
      return null;
    }
  };
  return (dueAtMs) => {
    log.begin();
    void ask().then((status) => (status === 200 ? log.done("status", dueAtMs) : log.failed("status", status)));
  };
}
