import type { CrmArrival } from "../crm/crm.ts";
import { textAt } from "../json.ts";
import { within } from "../time.ts";
import type { FlowLog } from "../transcript/flow-log.ts";
import type { Stage } from "./stage.ts";

const patienceMs = 30_000;

/** All attempts of events about one visitor that the CRM receives. */
export class CrmWatch {
  readonly #crm: Stage["crm"];
  readonly #userToken: string;
  readonly #arrivals: CrmArrival[] = [];
  readonly #listeners = new Set<() => void>();

  /** `failsFirst` names the events whose first attempt the CRM refuses. */
  constructor({ crm }: Pick<Stage, "crm">, userToken: string, log: FlowLog, failsFirst?: string) {
    this.#crm = crm;
    this.#userToken = userToken;
    crm.follow(userToken, {
      log,
      hear: (arrival) => {
        this.#arrivals.push(arrival);
        for (const look of [...this.#listeners]) look();
      },
      ...(failsFirst === undefined ? {} : { failsFirst }),
    });
  }

  /** Stops recording: later events do not belong to this flow. */
  end(): void {
    this.#crm.unfollow(this.#userToken);
  }

  get arrivals(): readonly CrmArrival[] {
    return this.#arrivals;
  }

  /** Resolves with the first attempt that fits, received already or in the future. */
  until(awaited: string, fits: (arrival: CrmArrival) => boolean, limitMs = patienceMs): Promise<CrmArrival> {
    const coming = new Promise<CrmArrival>((resolve) => {
      const look = (): void => {
        const found = this.#arrivals.find(fits);
        if (found === undefined) return;
        this.#listeners.delete(look);
        resolve(found);
      };
      this.#listeners.add(look);
      look();
    });
    return within(limitMs, `${awaited} at the CRM`, coming);
  }

  /** Returns `nameOf` of each different event, in the order of the first attempts. */
  each(nameOf: (arrival: CrmArrival) => string): readonly string[] {
    const first = new Map<string, string>();
    for (const arrival of this.#arrivals) if (!first.has(arrival.id)) first.set(arrival.id, nameOf(arrival));
    return [...first.values()];
  }

  /** The statuses of calls that the CRM received. */
  callStatuses(): readonly string[] {
    const calls = this.each(({ name, body }) => (name === "call_event" ? textAt(body, "call", "status") : ""));
    return calls.filter((status) => status !== "");
  }
}
