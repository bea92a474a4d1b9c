import type { CrmArrival } from "../crm/crm.ts";
import { textAt } from "../json.ts";
import { within } from "../time.ts";
import type { FlowLog } from "../transcript/flow-log.ts";
import type { Stage } from "./stage.ts";

const patienceMs = 30_000;

/** What the CRM is told of one visitor, every attempt of it. */
export class CrmWatch {
  readonly #crm: Stage["crm"];
  readonly #userToken: string;
  readonly #arrivals: CrmArrival[] = [];
  readonly #listeners = new Set<() => void>();

  /** `failsFirst` names the events whose first attempt the CRM does not take. */
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

  /** What still comes is not of this flow. */
  end(): void {
    this.#crm.unfollow(this.#userToken);
  }

  get arrivals(): readonly CrmArrival[] {
    return this.#arrivals;
  }

  /** The first attempt that fits, come or to come. */
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

  /** What `nameOf` says of each different event, in the order in which they came first. */
  each(nameOf: (arrival: CrmArrival) => string): readonly string[] {
    const first = new Map<string, string>();
    for (const arrival of this.#arrivals) if (!first.has(arrival.id)) first.set(arrival.id, nameOf(arrival));
    return [...first.values()];
  }

  /** The statuses of calls it was told. */
  callStatuses(): readonly string[] {
    const calls = this.each(({ name, body }) => (name === "call_event" ? textAt(body, "call", "status") : ""));
    return calls.filter((status) => status !== "");
  }
}
