import { signal } from "@preact/signals";
import type { Api } from "../../shared/api/api.ts";
import type { Surroundings } from "./answers.types.ts";
import type { Availability } from "./availability.ts";
import type { Link } from "./link.ts";

/** The last read channels, agents and departments. */
export function createSurroundings(api: Api, first: Surroundings, availability: Availability, link: Link) {
  const surroundings = signal(first);
  let running: Promise<void> | null = null;
  let isOutdated = false;

  const readOnce = async (): Promise<void> => {
    const connection = link.connectionNumber();
    const chosen = availability.isAvailable.peek();
    const answer = await api.get<Surroundings>("/api/session");
    if (!answer.ok || answer.value.agent.id !== first.agent.id) return;
    surroundings.value = answer.value;
    const self = answer.value.agents.find(({ id }) => id === first.agent.id);
    const isAsBefore = connection === link.connectionNumber() && chosen === availability.isAvailable.peek();
    if (self !== undefined && isAsBefore) availability.shown(self.available, link);
  };
  const readAll = async (): Promise<void> => {
    do {
      isOutdated = false;
      await readOnce();
    } while (isOutdated);
  };
  return {
    surroundings,
    /** One read at a time; calls during a read start one more read after it. */
    readSurroundings(): Promise<void> {
      isOutdated = true;
      running ??= readAll().finally(() => {
        running = null;
      });
      return running;
    },
  };
}
