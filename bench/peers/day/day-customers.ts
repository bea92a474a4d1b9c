import type { HttpResponse } from "uWebSockets.js";
import { Pool } from "undici";
import { createRandom } from "../../../test/system/harness/random.ts";
import { replyTo } from "../../load/clients/turns.ts";
import type { CustomersReport, DayOrder, Writer } from "../../load/day/day-orders.ts";
import { dayText, textToBot } from "../../load/day/day-texts.ts";
import { Doings } from "../../load/day/schedule.ts";
import { channelPath, otherChannelPath } from "../../load/service/service.ts";
import { listen } from "../listen.ts";
import type { Poster } from "../poster.ts";
import { createPoster } from "../poster.ts";
import { answerOk, takeJson } from "../take-json.ts";
import type { Delivered } from "./customer-system.ts";
import { CustomerSystem, slowAfterMs } from "./customer-system.ts";
import { DayLog } from "./day-log.ts";
import { createDayApp } from "./serve-day.ts";

interface Writing {
  readonly name: string;
  readonly at: number;
  sent: number;
  answered: number;
  /** A message has no answer yet, or got none. In the second case its outcome is unknown, and the writer stops. */
  isBusy: boolean;
}

/** Customers who write one message after the other, never two at once, so that the order of each customer's messages is known. */
class Writers {
  readonly #all: readonly Writing[];
  readonly #random: () => number;

  constructor(prefix: string, count: number, seed: number) {
    this.#all = Array.from({ length: count }, (_, at) => ({
      name: `${prefix}${at}`,
      at,
      sent: 0,
      answered: 0,
      isBusy: false,
    }));
    this.#random = createRandom(seed);
  }

  /** Returns a customer who can write now; `null` when no customer can. */
  next(): Writing | null {
    const first = Math.floor(this.#random() * this.#all.length);
    for (let step = 0; step < this.#all.length; step += 1) {
      const writer = this.#all[(first + step) % this.#all.length];
      if (writer !== undefined && !writer.isBusy) return writer;
    }
    return null;
  }

  report(): readonly Writer[] {
    return this.#all.map(({ name, sent, answered }) => ({ name, sent, answered }));
  }
}

const connections = 16;

/** The correct digit while a desk is online. */
const online = "1";

/** Requests whether agents are online. They are online all day. */
function createStatusAsker(url: string, log: DayLog): (dueAtMs: number) => void {
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

/**
 * The customers of two channels and their customer system, in one process. c0, c1, … write to agents, b0, b1, … write to a bot,
 * and a client requests the status. The system accepts all messages to the customers, so that one clock measures a turn.
 */
const patienceMs = 6_000;

const system = new CustomerSystem();
const log = new DayLog();
const doings = new Doings();
/** For each expected reply: when its turn was due. */
const turnDue = new Map<string, number>();
let groups: readonly Writers[] = [];
let poster: Poster | null = null;

async function makeReady({ url, seed, paces, people, connections }: DayOrder): Promise<object> {
  const sender = createPoster(url, connections);
  poster = sender;
  const askStatus = createStatusAsker(url, log);
  const writing = (
    kind: string,
    prefix: string,
    path: string,
    toText: typeof textToBot,
  ): ((dueAtMs: number) => void) => {
    const writers = new Writers(prefix, people[kind] ?? 0, seed);
    groups = [...groups, writers];
    return (dueAtMs) => {
      const writer = writers.next();
      if (writer === null) return log.idle(kind);
      const text = toText(writer.name, writer.at, writer.sent);
      writer.sent += 1;
      writer.isBusy = true;
      log.begin();
      if (kind === "message to bot") turnDue.set(replyTo(text), dueAtMs);
      const body = `{"sender":{"id":"${writer.name}","name":"Client ${writer.name}"},"message":{"type":"text","text":"${text}"}}`;
      sender.post(path, body, (status) => {
        if (status !== 200) return log.failed(kind, status);
        writer.answered += 1;
        writer.isBusy = false;
        log.done(kind, dueAtMs);
      });
    };
  };
  const acts = {
    message: writing("message", "c", channelPath, (name, _at, lap) => dayText(name, lap)),
    "message to bot": writing("message to bot", "b", otherChannelPath, textToBot),
    status: askStatus,
  };
  doings.plan(acts, paces, seed);
  return {};
}

async function end(): Promise<CustomersReport> {
  doings.stop();
  await log.whenQuiet(patienceMs);
  await poster?.close();
  return { ...log.report(), writers: groups.flatMap((writers) => writers.report()) };
}

function take(response: HttpResponse, channelId: string): void {
  let isGone = false;
  takeJson<Delivered>(response, (delivered) => {
    const { mood, isFirst } = system.take(channelId, delivered);
    const dueAtMs = turnDue.get(delivered.message.text);
    if (isFirst && dueAtMs !== undefined) log.time("turn", dueAtMs);
    if (mood === "prompt") return answerOk(response);
    if (mood === "failing") return void response.writeStatus("500 Internal Server Error").end("Out of order.");
    // The reader of the body has ended, so aborts are handled here.
    response.onAborted(() => {
      isGone = true;
    });
    setTimeout(() => {
      if (!isGone) response.cork(() => answerOk(response));
    }, slowAfterMs);
  });
}

const known = async (): Promise<object> => system.arrivals;
const app = createDayApp({ log, doings, makeReady, end, known }).post("/:channel", (response, request) =>
  take(response, request.getParameter(0) ?? ""),
);

listen("day-customers", app);
