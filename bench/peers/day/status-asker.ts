import { Pool } from "undici";
import { channelPath } from "../../load/service/service.ts";
import type { DayLog } from "./day-log.ts";

const connections = 16;

/** What is right while one desk is there. */
const online = "1";

/** Asks whether agents are there, which they are all day. */
export function createStatusAsker(url: string, log: DayLog): (dueAtMs: number) => void {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const ask = async (): Promise<{ readonly status: number | null; readonly digit: string }> => {
    try {
      const { statusCode, body } = await pool.request({ method: "GET", path: `${channelPath}/status` });
      return { status: statusCode, digit: await body.text() };
    } catch {
      // Whoever killed the service knows why.
      return { status: null, digit: "" };
    }
  };
  return (dueAtMs) => {
    log.begin();
    void ask().then(({ status, digit }) => {
      if (status === 200 && digit === online) log.done("status", dueAtMs);
      else log.failed(`status ${digit}`.trimEnd(), status);
    });
  };
}
