import type { Crm } from "../cast/crm.ts";
import { tokenOf } from "../cast/crm.ts";
import type { SeenEvent } from "../cast/owners-server.ts";
import type { FlowLog } from "../flow-log.ts";
import { textAt } from "../json.ts";
import type { Stage } from "./stage.ts";

const patienceMs = 30_000;

/** All attempts of events about one visitor that the CRM receives. */
export class CrmWatch {
  readonly #crm: Crm;
  readonly #userToken: string;

  /** `failsFirst` names the events whose first attempt the CRM refuses. */
  constructor({ crm }: Stage, userToken: string, log: FlowLog, failsFirst?: string) {
    this.#crm = crm;
    this.#userToken = userToken;
    crm.logs.follow(userToken, log);
    if (failsFirst !== undefined) crm.failsFirst.set(userToken, failsFirst);
  }

  /** Stops recording: later events do not belong to this flow. */
  end(): void {
    this.#crm.logs.unfollow(this.#userToken);
  }

  get arrivals(): readonly SeenEvent[] {
    return this.#crm.seen.filter((event) => event.isVerified && tokenOf(event) === this.#userToken);
  }

  /** Resolves with the attempt of this number, received already or in the future. */
  until(name: string, number = 1, limitMs = patienceMs): Promise<SeenEvent> {
    const find = (): SeenEvent | undefined => this.arrivals.filter(({ event }) => event === name)[number - 1];
    return this.#crm.facts.until(`${name} at the CRM`, find, undefined, limitMs);
  }

  /** Waits for this number of steps of calls. If a step is still missing after the timeout, the check reports it. */
  async waitForSteps(count: number): Promise<void> {
    await this.#crm.facts.isSeen(() => this.callStatuses().length >= count || undefined, patienceMs);
  }

  /** Returns `nameOf` of each different event, in the order of the first attempts. */
  each(nameOf: (arrival: SeenEvent) => string): readonly string[] {
    const first = new Map<string, string>();
    for (const arrival of this.arrivals) if (!first.has(arrival.id)) first.set(arrival.id, nameOf(arrival));
    return [...first.values()];
  }

  /** The statuses of calls that the CRM received. */
  callStatuses(): readonly string[] {
    const calls = this.each(({ event, fields }) => (event === "call_event" ? textAt(fields, "call", "status") : ""));
    return calls.filter((status) => status !== "");
  }
}
