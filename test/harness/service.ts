import { join } from "node:path";
import { pino } from "pino";
import type { Adapters, Reloading } from "../../src/app/open.ts";
import { createOwnAddress } from "../../src/app/open.ts";
import type { Nodes } from "../../src/app/open-store.ts";
import { aloneOn } from "../../src/app/open-store.ts";
import type { App } from "../../src/app/serve.ts";
import { createApp } from "../../src/app/serve.ts";
import type { CustomerMessage } from "../../src/codec/a-customer/customer-message.types.ts";
import type { ProviderEvent } from "../../src/codec/b-bot/provider-event.types.ts";
import type { Config } from "../../src/config/config.types.ts";
import type { Limits } from "../../src/config/limits.ts";
import { defaultLimits } from "../../src/config/limits.ts";
import type { WebFiles } from "../../src/edge/web/web-files.ts";
import { builtFolder, openWebFiles } from "../../src/edge/web/web-files.ts";
import { createFileFolder } from "../../src/files/file-folder.ts";
import { openGeoDatabase } from "../../src/geo/renewed-geo.ts";
import type { ArchiveIndex } from "../../src/ports/archive-index.ts";
import type { BodyParser } from "../../src/ports/body-parser.ts";
import type { KnownTokens } from "../../src/ports/bot-access.ts";
import type { ChartDrawer } from "../../src/ports/chart-drawer.ts";
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
import type { Spans } from "../../src/ports/spans.ts";
import type { Store } from "../../src/ports/store.ts";
import type { Telephony } from "../../src/ports/telephony.ts";
import { createChartDrawer, createChatLogEncoder, createThumbnailer } from "../../src/tasks/create-tasks.ts";
import { createCustomerBodyParser, createProviderEventParser } from "../../src/tasks/worker-body-parser.ts";
import type { ManualClock } from "../edge/manual-clock.ts";
import { createManualClock } from "../edge/manual-clock.ts";
import type { ApiBody } from "./api-body.ts";
import type { DeskClient, HelloOptions } from "./desk-client.ts";
import { openDesk } from "./desk-client.ts";
import { healthy } from "./health.ts";
import { resolverOf } from "./hosts.ts";
import { createMemoryArchiveIndex } from "./memory-archive-index.ts";
import type { AgentName, ChannelChanges } from "./service-config.ts";
import { agents, configOf, generousRates, random } from "./service-config.ts";
import { passStepMs, stopApp } from "./stop-app.ts";
import type { Ending } from "./temporary-folder.ts";
import { temporaryFolder } from "./temporary-folder.ts";
import { openTestStore, whenAnswered } from "./test-store.ts";

interface Answerable {
  answer(outcome?: Partial<OutboundOutcome>): void;
}
/** A request to a customer system. It waits until the test gives its outcome. */
export interface MadeAttempt extends OutboundAttempt, Answerable {}
/** A request to a bot. It waits until the test gives its outcome. */
export interface MadeBotAttempt extends OutboundBotEvent, Answerable {}

/** An event for the owner's server. It waits until the test gives its outcome. */
export interface MadeReport extends OutboundWebhook {
  /** The parsed body. */
  readonly json: ApiBody;
  answer(outcome?: Partial<WebhookOutcome>): void;
}
/** A call that was requested from the gateway. It waits until the test gives the gateway's answer; `null` accepts the call. */
export interface MadeCall extends OutboundCall {
  answer(failure: string | null): void;
}
/** A mail. It waits until the test gives its outcome. */
export interface MadeMail extends OutboundMail {
  answer(outcome?: Partial<MailOutcome>): void;
}
/** A typing notice that a customer system received. */
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

/** The complete service over real HTTP and real sockets. The test controls its time, its customer systems and its bots. */
export interface Service {
  readonly app: App;
  readonly url: string;
  readonly clock: ManualClock;
  readonly store: Store;
  /** The tokens that may be sent to bots. */
  readonly knownTokens: KnownTokens;
  readonly attempts: readonly MadeAttempt[];
  readonly botAttempts: readonly MadeBotAttempt[];
  readonly notices: readonly MadeNotice[];
  readonly reports: readonly MadeReport[];
  readonly calls: readonly MadeCall[];
  readonly mails: readonly MadeMail[];
  readonly logLines: readonly Record<string, unknown>[];
  call(method: string, path: string, request?: ApiRequest): Promise<ApiAnswer>;
  /** Returns the agent's token, one session for each agent. It does not check a password, which would take time. */
  logIn(name: AgentName): Promise<string>;
  /** Sends a customer's text message; the answer must be 200. */
  say(sender: Sender | string, text: string, channelId?: string): Promise<void>;
  /** Returns the body of the status query. */
  status(channelId?: string): Promise<string>;
  /** Opens a socket that has sent hello and received `ready`. */
  enter(name: AgentName, hello?: Omit<HelloOptions, "token">): Promise<DeskClient>;
  /** Resolves when no work is in progress. */
  settle(): Promise<void>;
  /**
   * Moves time forward in steps of 500 ms. Work in progress is finished before the first step, and work that a step started is
   * finished after that step.
   */
  pass(ms: number): Promise<void>;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  /** Absent: its own clock. A service that follows another one begins at the time of the other one. */
  readonly clock?: ManualClock;
  readonly limits?: Partial<Limits>;
  readonly store?: Store;
  /** Absent: an outbound that keeps every attempt until the test answers it. `knownTokens` are the tokens that it obtains. */
  readonly outbound?: Outbound;
  readonly knownTokens?: KnownTokens;
  /** Absent: a gateway that keeps every request until the test answers it. */
  readonly telephony?: Telephony;
  /** Absent: a mailer that keeps every mail until the test gives its outcome. */
  readonly mailer?: Mailer;
  /** Absent: a drawer of its own, whose thread starts with its first chart. */
  readonly charts?: ChartDrawer;
  /** Absent: the parser that parses big bodies in a worker. */
  readonly bodyParser?: BodyParser<CustomerMessage>;
  readonly eventParser?: BodyParser<ProviderEvent>;
  /** How channels differ from those of this harness; for example, a bot: `{ MOBILEAPP1: { bot } }`. */
  readonly channels?: ChannelChanges;
  /** Keys of the config file in addition to the agents and channels of this harness, or instead of them. */
  readonly config?: Partial<Config>;
  /** The address of each name. All other names resolve to nothing. */
  readonly hosts?: Readonly<Record<string, string>>;
  /** Where pictures are fetched from, although it is not public. */
  readonly pictureNetworks?: readonly string[];
  /** Absent: the file store in the folder. */
  readonly files?: FileStore;
  /** Absent: an index in memory. */
  readonly archiveIndex?: ArchiveIndex;
  /** Absent: a log that is always written. */
  readonly logHealth?: () => LogHealth;
  /** The folder for everything that is not in the store. Absent: an empty folder, which is removed after the test. */
  readonly folder?: string;
  /** Log entries below this level are written like all others, but not kept. */
  readonly logKeptFrom?: number;
  /** The free disk space, as the test gives it. */
  readonly disk?: DiskSpace;
  /** Returns how often the store met a damaged row. */
  readonly damagedRowsMet?: () => number;
  /** The cost of the hash of a password. Absent: hardly any. */
  readonly passwordCost?: number;
  /** Receives requests, turns and attempts. */
  readonly spans?: Spans;
  /** The token of the operator's command that manages providers. Absent: the command cannot do so. */
  readonly operatorToken?: string;
  /** How the config is read again. Absent: it cannot be read again. */
  readonly reloading?: (config: Config) => Reloading;
  /** The other processes on its store, the rows that they write and the work that they left. Absent: there are none. */
  readonly nodes?: Nodes;
  /** Absent: the pages of a release. */
  readonly web?: WebFiles;
}

/** The service is at rest when nothing new begins in this many turns of the event loop. */
const settledRounds = 4;
const noTrace = { address: null, answer: null, note: null };

/** The pages for browsers are read once for all services of a process. */
let pagesRead: WebFiles | null = null;
function pages(): WebFiles {
  pagesRead ??= openWebFiles(builtFolder());
  return pagesRead;
}

/** The level is the first field of a log entry. */
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
  /** Requests to the outside wait in `list` until the test answers them. */
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
  const app = await createApp({
    config,
    clock,
    log,
    stored: {
      store,
      files: options.files ?? createFileFolder(join(folder, "files"), log),
      photos: createFileFolder(join(folder, "photos"), log),
      archiveIndex: options.archiveIndex ?? createMemoryArchiveIndex(),
      backups: null,
      journal: null,
      damagedRows: options.damagedRowsMet ?? (() => 0),
    },
    nodes: options.nodes ?? aloneOn("test"),
    others: {
      telephony: options.telephony ?? telephony,
      mailer: options.mailer ?? mailer,
      geo: await openGeoDatabase(config.geoDatabase, log),
      outbound: options.outbound ?? outbound,
      knownTokens: options.knownTokens ?? null,
      resolver: resolverOf(options.hosts ?? {}),
      pictureNetworks: options.pictureNetworks ?? [],
    },
    tasks: {
      chatLog: createChatLogEncoder({ limits: config.limits, log }),
      charts: options.charts ?? createChartDrawer({ clock, log }),
      thumbnailer: createThumbnailer({ clock, log, limits }),
      bodyParser: options.bodyParser ?? createCustomerBodyParser(clock, config.limits),
      eventParser: options.eventParser ?? createProviderEventParser(clock, config.limits),
      workerWaits: [],
    },
    host: {
      address: createOwnAddress(config),
      web: options.web ?? pages(),
      disk: options.disk ?? null,
      spans: options.spans ?? null,
      operator: {
        logHealth: options.logHealth ?? healthy.log,
        reloading: options.reloading?.(config) ?? null,
        token: options.operatorToken ?? null,
        firstPassword: Promise.resolve(null),
        passwordCost: options.passwordCost ?? 1024,
      },
    },
  } satisfies Adapters);
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
    knownTokens: app.knownTokens,
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
      // A database answers later than memory does. The work that its answers start begins only then.
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
