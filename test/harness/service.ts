import { join } from "node:path";
import { pino } from "pino";
import type { App } from "../../src/app.ts";
import { createApp } from "../../src/app.ts";
import type { AppParts, Reloading } from "../../src/app-parts.ts";
import type { CustomerMessage } from "../../src/codec/a-customer/customer-message.types.ts";
import type { ProviderEvent } from "../../src/codec/b-bot/provider-event.types.ts";
import type { Config } from "../../src/config/config.types.ts";
import type { Limits } from "../../src/config/limits.ts";
import { defaultLimits } from "../../src/config/limits.ts";
import { createFreshRows, ownRows } from "../../src/core/rows/fresh-rows.ts";
import { builtFolder, openWebFiles } from "../../src/edge/web/web-files.ts";
import { createFileFolder } from "../../src/files/file-folder.ts";
import { openGeoDatabase } from "../../src/geo/geo-database.ts";
import type { ArchiveIndex } from "../../src/ports/archive-index.ts";
import type { BodyParser } from "../../src/ports/body-parser.ts";
import type { KnownTokens } from "../../src/ports/bot-access.ts";
import type { DiskSpace } from "../../src/ports/disk-space.ts";
import type { FileStore } from "../../src/ports/file-store.ts";
import type { LogHealth } from "../../src/ports/log.ts";
import type { Mailer, MailOutcome, OutboundMail } from "../../src/ports/mailer.ts";
import type {
  Outbound,
  OutboundAttempt,
  OutboundBotEvent,
  OutboundCall,
  OutboundOutcome,
  OutboundTyping,
  OutboundWebhook,
  WebhookOutcome,
} from "../../src/ports/outbound.ts";
import { noRowNews } from "../../src/ports/row-news.ts";
import type { Spans } from "../../src/ports/spans.ts";
import type { Store } from "../../src/ports/store.ts";
import type { Telephony } from "../../src/ports/telephony.ts";

import { createChartDrawer } from "../../src/tasks/chart-drawer.ts";
import { createChatLogEncoder } from "../../src/tasks/chat-log-encoder.ts";
import { createCustomerBodyParser } from "../../src/tasks/customer-body-parser.ts";
import { createProviderEventParser } from "../../src/tasks/provider-event-parser.ts";
import { createThumbnailer } from "../../src/tasks/thumbnailer.ts";
import type { ManualClock } from "../edge/manual-clock.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import type { ApiBody } from "./api-body.ts";
import type { DeskClient, HelloOptions } from "./desk-client.ts";
import { openDesk } from "./desk-client.ts";
import { healthy } from "./health.ts";
import type { AgentName, ChannelChanges } from "./service-config.ts";
import { agents, configOf, generousRates, random } from "./service-config.ts";
import { passStepMs, stopApp } from "./stop-app.ts";
import { openTargets } from "./targets.ts";
import type { Ending } from "./temporary-folder.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { openTestStore, whenAnswered } from "./test-store.ts";

interface Answerable {
  answer(outcome?: Partial<OutboundOutcome>): void;
}
/** A request to a customer system, waiting for the test to say how it went. */
export interface MadeAttempt extends OutboundAttempt, Answerable {}
/** A request to a bot, waiting for the test to say how it went. */
export interface MadeBotAttempt extends OutboundBotEvent, Answerable {}

/** An event for the owner's server, waiting for the test to say how it went. */
export interface MadeReport extends OutboundWebhook {
  /** The body, parsed. */
  readonly json: ApiBody;
  answer(outcome?: Partial<WebhookOutcome>): void;
}
/** A call the gateway was asked for, waiting for the test to say what it answered: `null` accepts it. */
export interface MadeCall extends OutboundCall {
  answer(failure: string | null): void;
}
/** A mail, waiting for the test to say how it went. */
export interface MadeMail extends OutboundMail {
  answer(outcome?: Partial<MailOutcome>): void;
}
/** A typing notice a customer system got. */
export interface MadeNotice extends OutboundTyping {
  readonly atMs: number;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ApiBody;
}

export interface ApiRequest {
  readonly token?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Sender {
  readonly id: string | number;
  readonly [key: string]: unknown;
}

/** The whole service over real HTTP and real sockets; its time, its customer systems and its bots belong to the test. */
export interface Service {
  readonly app: App;
  readonly url: string;
  readonly clock: ManualClock;
  readonly store: Store;
  /** Those that bots may be sent. */
  readonly knownTokens: KnownTokens;
  readonly attempts: readonly MadeAttempt[];
  readonly botAttempts: readonly MadeBotAttempt[];
  readonly notices: readonly MadeNotice[];
  readonly reports: readonly MadeReport[];
  readonly calls: readonly MadeCall[];
  readonly mails: readonly MadeMail[];
  readonly logLines: readonly Record<string, unknown>[];
  call(method: string, path: string, request?: ApiRequest): Promise<ApiAnswer>;
  /** The agent's token; without the work of a password, one session for each agent. */
  logIn(name: AgentName): Promise<string>;
  /** A customer's text message, answered 200. */
  say(sender: Sender | string, text: string, channelId?: string): Promise<void>;
  /** The body of the status query. */
  status(channelId?: string): Promise<string>;
  /** A socket that said hello and got `ready`. */
  enter(name: AgentName, hello?: Omit<HelloOptions, "token">): Promise<DeskClient>;
  /** Resolves when nothing is in hand. */
  settle(): Promise<void>;
  /** Moves time on in steps of 500 ms; what is in hand is finished before the first, and what each set going after it. */
  pass(ms: number): Promise<void>;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** In place of one of its own: a service that follows another begins at that one's time. */
  readonly clock?: ManualClock;
  readonly limits?: Partial<Limits>;
  readonly store?: Store;
  /** In place of one that keeps every attempt until the test answers it; and the tokens it obtains. */
  readonly outbound?: Outbound;
  readonly knownTokens?: KnownTokens;
  /** In place of a gateway that keeps every request until the test answers it. */
  readonly telephony?: Telephony;
  /** In place of one that keeps every mail until the test says how it went. */
  readonly mailer?: Mailer;
  /** In place of the one that parses big bodies in a worker. */
  readonly bodyParser?: BodyParser<CustomerMessage>;
  readonly eventParser?: BodyParser<ProviderEvent>;
  /** What channels of this harness have otherwise; a bot, for one: `{ MOBILEAPP1: { bot } }`. */
  readonly channels?: ChannelChanges;
  /** What stands in the config file beside the agents and channels of this harness, or in their place. */
  readonly config?: Partial<Config>;
  /** The address each name resolves to; any other resolves to nothing. */
  readonly hosts?: Readonly<Record<string, string>>;
  /** In place of the one in the folder. */
  readonly files?: FileStore;
  /** In place of one in the folder. */
  readonly archiveIndex?: ArchiveIndex;
  /** In place of a log that is always written. */
  readonly logHealth?: () => LogHealth;
  /** Where everything lies that is not in the store; an empty one that goes with the test when absent. */
  readonly folder?: string;
  /** Lines of the log below this level are written as any others, and not kept. */
  readonly logKeptFrom?: number;
  /** What the disk has left, as the test says. */
  readonly disk?: DiskSpace;
  /** How often the store met a damaged row. */
  readonly damagedRowsMet?: () => number;
  /** Told of requests, turns and attempts. */
  readonly spans?: Spans;
  /** With which the operator's own command keeps providers; no one does when absent. */
  readonly operatorToken?: string;
  /** How its config is read again; it cannot be when absent. */
  readonly reloading?: (config: Config) => Reloading;
  /** The other processes on its store, what they write and what they left; none when absent. */
  readonly node?: Pick<AppParts, "peers" | "rowNews" | "leftWork" | "processId">;
}

/** As many turns of the event loop nothing begins that was not there before. */
const settledRounds = 4;
const noTrace = { address: null, answer: null, note: null };

/** It comes first in a line. */
const levelOf = (line: string): number => Number(/^\{"level":(\d+)/.exec(line)?.[1]);

export async function startService(t: Ending, options: ServiceOptions = {}): Promise<Service> {
  const clock = options.clock ?? createManualClock();
  const store = options.store ?? (await openTestStore(t));
  const attempts: MadeAttempt[] = [];
  const botAttempts: MadeBotAttempt[] = [];
  const notices: MadeNotice[] = [];
  const reports: MadeReport[] = [];
  const calls: MadeCall[] = [];
  const mails: MadeMail[] = [];
  const logLines: Record<string, unknown>[] = [];
  const { logKeptFrom = 0 } = options;
  const keepLine = (line: string): void => {
    if (logKeptFrom === 0 || levelOf(line) >= logKeptFrom) logLines.push(JSON.parse(line));
  };
  const log = pino({ level: "debug" }, { write: keepLine });
  /** What is sent outside waits in `list` until the test answers it. */
  const keepIn =
    <Sent>(list: (Sent & Answerable)[]) =>
    (sent: Sent): Promise<OutboundOutcome> =>
      new Promise((resolve) => {
        const startedAtMs = clock.nowMs();
        const answer = (outcome: Partial<OutboundOutcome> = {}): void => {
          const durationMs = clock.nowMs() - startedAtMs;
          resolve({ startedAtMs, durationMs, httpStatus: 200, failure: null, trace: noTrace, ...outcome });
        };
        list.push({ ...sent, answer });
      });
  const outbound = {
    attempt: keepIn<OutboundAttempt>(attempts),
    tellBot: keepIn<OutboundBotEvent>(botAttempts),
    report: (sent: OutboundWebhook): Promise<WebhookOutcome> =>
      new Promise((resolve) => {
        const startedAtMs = clock.nowMs();
        const answer: MadeReport["answer"] = (outcome = {}) => {
          const durationMs = clock.nowMs() - startedAtMs;
          const own = { crmAnswer: null, isFinal: false, retryAfterMs: 0 };
          resolve({ startedAtMs, durationMs, httpStatus: 200, failure: null, trace: noTrace, ...own, ...outcome });
        };
        reports.push({ ...sent, json: JSON.parse(Buffer.from(sent.body).toString()), answer });
      }),
    notify: async (notice: OutboundTyping): Promise<OutboundOutcome> => {
      notices.push({ ...notice, atMs: clock.nowMs() });
      return { startedAtMs: clock.nowMs(), durationMs: 0, httpStatus: 200, failure: null, trace: noTrace };
    },
    close: async () => undefined,
  };
  const telephony: Telephony = {
    isConfigured: true,
    startCall: (call) => new Promise((resolve) => void calls.push({ ...call, answer: resolve })),
    close: async () => undefined,
  };
  const mailer: Mailer = {
    send: (mail) =>
      new Promise((resolve) => {
        const startedAtMs = clock.nowMs();
        const answer: MadeMail["answer"] = (outcome = {}) => {
          const durationMs = clock.nowMs() - startedAtMs;
          const own = { httpStatus: null, failure: null, trace: noTrace, isFinal: false };
          resolve({ startedAtMs, durationMs, ...own, ...outcome });
        };
        mails.push({ ...mail, answer });
      }),
    close: async () => undefined,
  };
  const folder = options.folder ?? temporaryFolder(t);
  const limits = { ...defaultLimits, ...generousRates, metricsKeptMs: 0, ...options.limits };
  const config = { ...configOf(limits, options.channels ?? {}), ...options.config };
  const { peers, rowNews = noRowNews } = options.node ?? {};
  const freshRows = peers === undefined ? ownRows : createFreshRows({ store, peers, rowNews, clock });
  const targets = await openTargets({ hosts: {}, ...options, config, store, clock, log, freshRows });
  const app = await createApp({
    config,
    clock,
    log,
    logHealth: options.logHealth ?? healthy.log,
    store,
    outbound: options.outbound ?? outbound,
    telephony: options.telephony ?? telephony,
    mailer: options.mailer ?? mailer,
    chatLog: createChatLogEncoder({ limits: config.limits, log }),
    charts: createChartDrawer({ clock, log }),
    thumbnailer: createThumbnailer({ clock, log, limits }),
    geo: await openGeoDatabase(config.geoDatabase, log),
    bodyParser: options.bodyParser ?? createCustomerBodyParser(config.limits),
    eventParser: options.eventParser ?? createProviderEventParser(config.limits),
    ...targets,
    passwordCost: 1024,
    files: options.files ?? createFileFolder({ dir: join(folder, "files"), log }),
    photos: createFileFolder({ dir: join(folder, "photos"), log }),
    ...(options.disk === undefined ? {} : { disk: options.disk }),
    ...(options.damagedRowsMet === undefined ? {} : { damagedRowsMet: options.damagedRowsMet }),
    ...(options.spans === undefined ? {} : { spans: options.spans }),
    ...(options.operatorToken === undefined ? {} : { operatorToken: options.operatorToken }),
    ...(options.reloading === undefined ? {} : { reloading: options.reloading(config) }),
    archiveFolder: join(folder, "archive"),
    ...(options.archiveIndex === undefined ? {} : { archiveIndex: options.archiveIndex }),
    processId: "test",
    ...options.node,
    web: openWebFiles(builtFolder()),
  });
  const { url } = await app.listen();
  app.serve();
  const tokens = new Map<AgentName, Promise<string>>();
  const call: Service["call"] = async (method, path, { token, body, headers } = {}) => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: text === "" ? null : JSON.parse(text) };
  };
  let stopped: Promise<void> | null = null;
  const service: Service = {
    app,
    url,
    clock,
    store,
    attempts,
    botAttempts,
    notices,
    reports,
    calls,
    mails,
    knownTokens: targets.botAccess,
    logLines,
    call,
    logIn(name) {
      const token = tokens.get(name) ?? app.sessions.open(agents[name].id);
      tokens.set(name, token);
      return token;
    },
    async say(sender, text, channelId = "MOBILEAPP1") {
      const body = { sender: typeof sender === "string" ? { id: sender } : sender, message: { type: "text", text } };
      const answer = await call("POST", `/chat-api/${random}/${channelId}`, { body });
      if (answer.status !== 200) throw new Error(`Expected 200, got ${answer.status} ${JSON.stringify(answer.body)}`);
    },
    status: async (id = "MOBILEAPP1") => (await fetch(`${url}/chat-api/${random}/${id}/status`)).text(),
    async enter(name, hello = {}) {
      const desk = await openDesk(t, url);
      desk.send({ type: "hello", token: await service.logIn(name), ...hello });
      await desk.until((frame) => frame.type === "ready");
      return desk;
    },
    async settle() {
      const { registry } = app.runtime;
      // A database answers later than memory does: what its answers set going begins then.
      for (let round = 0; round < settledRounds; round += 1) {
        await registry.whenIdle();
        if (await whenAnswered()) round = -1;
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
    async pass(ms) {
      await service.settle();
      for (let passed = 0; passed < ms; passed += passStepMs) {
        clock.advance(Math.min(passStepMs, ms - passed));
        await service.settle();
      }
    },
    stop() {
      stopped ??= stopApp(app, clock);
      return stopped;
    },
  };
  t.teardown(() => service.stop());
  return service;
}
