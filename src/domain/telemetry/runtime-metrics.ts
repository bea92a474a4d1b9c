import type { Registry as MetricsRegistry } from "prom-client";
import { nextDeadline } from "../../../machines/delivery/delivery-steps.ts";
import { keyPages } from "../../core/rows/damaged-rows.ts";
import { readDurationsInto } from "../../core/telemetry/duration-metrics.ts";
import { readMetricsInto } from "../../core/telemetry/metrics.ts";
import type { Clock } from "../../ports/clock.ts";
import type { ScannedRows } from "../../ports/store.ts";
import type { Runtime } from "../runtime.ts";

/** Metrics of the actor system, read when a scraper requests them. */
export function addRuntimeMetrics(metrics: MetricsRegistry, runtime: Runtime, damagedRowsMet: () => number): void {
  const { count, show } = readMetricsInto(metrics);
  const { registry, defects, lanes } = runtime;
  show("parley_actors_parked", "Actors that met too many defects in a row", () => defects.parked().length);
  show("parley_conversations_in_memory", "Conversations kept in memory", () => registry.counts().conversations);
  show("parley_events_pending", "Events that wait for their commit", () => registry.counts().pending);
  count(
    "parley_lanes_woken_total",
    "Lanes that stood still and were set going again: 0 unless there is a defect",
    () => lanes.counts.woken,
  );
  count(
    "parley_deliveries_lost_total",
    "Deliveries that nothing led to any more and that were failed: 0 unless there is a defect",
    () => lanes.counts.lost,
  );
  count(
    "parley_store_damaged_rows_total",
    "How often a stored row was met that a disk has damaged; the log names it",
    damagedRowsMet,
  );
  addSizes(metrics, runtime);
  addDurations(metrics, runtime);
}

function addSizes(metrics: MetricsRegistry, { registry, deadlines, store, clock }: Runtime): void {
  const { count, show } = readMetricsInto(metrics);
  const deadLetters = createDeadLetterCount({ store, clock });
  show("parley_actors_in_memory", "Actors kept in memory", () => registry.sizes().cells);
  count(
    "parley_conversations_put_away_total",
    "Conversations put away because there were too many in memory",
    () => registry.sizes().putAway,
  );
  show("parley_mailboxes_waiting", "Conversations in whose mailbox events wait", () => registry.sizes().mailboxes);
  show("parley_mailbox_deepest_events", "Events in the fullest mailbox", () => registry.sizes().deepest);
  show("parley_lanes", "Lanes of which something is on its way to its receiver", () => countLanes(deadlines()).all);
  show(
    "parley_lanes_waiting",
    "Lanes whose last attempt failed and that wait for their next one",
    () => countLanes(deadlines()).waiting,
  );
  show(
    "parley_dead_letters",
    "Webhook events and mails that failed for good and were not replayed, as counted within the last minutes",
    () => deadLetters.latest(),
  );
}

function addDurations(metrics: MetricsRegistry, { registry, attempts, botTurns }: Runtime): void {
  readDurationsInto(
    metrics,
    "parley_mailbox_wait_seconds",
    "How long the first event of a mailbox waited for its turn",
    () => [{ labels: {}, durations: registry.waits }],
  );
  readDurationsInto(
    metrics,
    "parley_attempt_seconds",
    "How long attempts to deliver took, by who was sent to and what came of it",
    () => attempts.series,
  );
  readDurationsInto(metrics, "parley_bot_turn_seconds", "From a client's message to the bot's answer", () => [
    { labels: {}, durations: botTurns.durations },
  ]);
}

const rowsAtOnce = 500;
const keptMs = 60_000;
/**
 * The count is kept this much longer for every page that was read. So counting takes only a small part of the time, for any number
 * of dead letters.
 */
const keptMsPerPage = 500;

/**
 * The number of failed events and mails that were not replayed. A caller gets the last count without a wait. If that count is old,
 * the call starts the next one.
 */
function createDeadLetterCount({ store, clock }: { readonly store: ScannedRows; readonly clock: Clock }): {
  /** NaN until the first count has ended, and while the store cannot be read. */
  latest(): number;
} {
  let latest = Number.NaN;
  let nextMs = Number.NEGATIVE_INFINITY;
  let isCounting = false;

  const count = async (): Promise<void> => {
    isCounting = true;
    let pages = 0;
    try {
      let found = 0;
      for await (const page of keyPages(store, "delivery", { prefix: ["dead"], limit: rowsAtOnce })) {
        pages += 1;
        found += page.length;
      }
      latest = found;
    } catch {
      // Other metrics show the state of the store.
      latest = Number.NaN;
    }
    nextMs = clock.nowMs() + keptMs + pages * keptMsPerPage;
    isCounting = false;
  };
  return {
    latest() {
      if (!isCounting && clock.nowMs() >= nextMs) void count();
      return latest;
    },
  };
}

/** The number of lanes with a delivery in progress, and how many of them wait for their next attempt. */
interface LaneCount {
  readonly all: number;
  readonly waiting: number;
}

const ofDelivery = "delivery/";

/**
 * Counts the lanes by deadlines: the first delivery of a lane has a deadline for the outcome of its attempt, or for its next
 * attempt. `deadlines` are the names of all deadlines of this process.
 */
export function countLanes(deadlines: Iterable<string>): LaneCount {
  let all = 0;
  let waiting = 0;
  for (const name of deadlines) {
    if (!name.startsWith(ofDelivery)) continue;
    all += 1;
    if (name.endsWith(` ${nextDeadline}`)) waiting += 1;
  }
  return { all, waiting };
}
