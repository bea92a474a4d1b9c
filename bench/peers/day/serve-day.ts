import type { TemplatedApp } from "uWebSockets.js";
import { App } from "uWebSockets.js";
import type { DayBegin, DayOrder } from "../../load/day/day-orders.ts";
import { beginPath, endPath, knownPath, readyPath, returnPath } from "../../load/day/day-orders.ts";
import type { Doings } from "../../load/day/schedule.ts";
import { answerJson } from "../take-json.ts";
import type { DayLog } from "./day-log.ts";

/** The actions that the bench can request of people of a day; each returns the response. */
export interface DayPeople {
  readonly log: DayLog;
  readonly doings: Doings;
  makeReady(order: DayOrder): Promise<object>;
  end(): Promise<object>;
  /** The service runs again at this URL. Absent: these people do not need to know. */
  goOn?(place: { readonly url: string }): Promise<object>;
  known(): Promise<object>;
}

/** Creates the HTTP server for the bench's requests. */
export function createDayApp({ log, doings, makeReady, end, goOn, known }: DayPeople): TemplatedApp {
  const late = (dueAtMs: number): void => log.time("begun late", dueAtMs);
  const app = App()
    .post(readyPath, (response) => answerJson<DayOrder>(response, makeReady))
    .post(beginPath, (response) => answerJson<DayBegin>(response, async (begin) => doings.begin(begin, late)))
    .post(endPath, (response) => answerJson<object>(response, end))
    .post(knownPath, (response) => answerJson<object>(response, known));
  return goOn === undefined ? app : app.post(returnPath, (response) => answerJson(response, goOn));
}
