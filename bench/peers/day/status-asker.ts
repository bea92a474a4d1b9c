import { Pool } from "undici";
import { channelPath } from "../../load/service/service.ts";
import type { DayLog } from "./day-log.ts";

const connections = 16;

/** The correct digit while a desk is online. */
const online = "1";

/** Requests whether agents are online. They are online all day. */
export function createStatusAsker(url: string, log: DayLog): (dueAtMs: number) => void {
  const pool = new Pool(url, { connections, pipelining: 1 });
  const ask = async (): Promise<{ readonly status: number | null; readonly digit: string }> => {
    try {
      const { statusCode, body } = await pool.request({ method: "GET", path: `${channelPath}/status` });
      return { status: statusCode, digit: await body.text() };
    } catch {
      // The bench has killed the service on purpose.
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
