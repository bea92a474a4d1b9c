import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openBotProvider } from "./bot/bot-provider.ts";
import { createBotPosts } from "./bot-posts.ts";
import { openCrm } from "./crm/crm.ts";
import { openCustomerSystem } from "./customer-system/customer-system.ts";
import type { ParleyChannels, Sender } from "./customer-system/shop.ts";
import type { DemoLogin } from "./demo-config.ts";
import { botProvider, createDemoConfig, crmChannel, shopChannel, siteChannel } from "./demo-config.ts";
import type { Stage } from "./flows/stage.ts";
import { okAnswer } from "./flows/stage.ts";
import { findFreePort } from "./free-port.ts";
import type { ParleyCalls } from "./gateway/gateway.ts";
import { openGateway } from "./gateway/gateway.ts";
import { Greeter } from "./greeter.ts";
import type { DemoOptions } from "./options.ts";
import type { ParleyService } from "./parley-client.ts";
import { callParley } from "./parley-client.ts";
import { playFlows } from "./play.ts";
import { ScriptedAgent } from "./scripted-agent.ts";
import { ServiceProcess } from "./service-process.ts";
import type { DemoEvent } from "./transcript/demo-event.ts";
import { FlowLog } from "./transcript/flow-log.ts";
import { ScriptedVisitor } from "./visitor/scripted-visitor.ts";

export interface Addresses {
  readonly chatPage: string;
  readonly status: string;
  /** The address to which the customer system posts customers' messages. */
  readonly endpoint: string;
  readonly service: string;
  readonly bots: readonly BotAddresses[];
  /** The address to which the customer system posts for the channel with a CRM. */
  readonly crmEndpoint: string;
  /** The address at which the CRM receives events. */
  readonly crmEvents: string;
  /** The address at which the gateway accepts an incoming call. */
  readonly incomingCalls: string;
  /** The page that connects the shop to another channel. */
  readonly connectPage: string;
  readonly desk: string;
  /** An account for the desk. */
  readonly administrator: DemoLogin;
  /** A page with the widget. */
  readonly sitePage: string;
}

/** A channel with a bot. */
export interface BotAddresses {
  readonly channelId: string;
  /** The address to which a customer system posts. */
  readonly endpoint: string;
  /** The address to which the bot posts. */
  readonly webhook: string;
}

/** The service, a customer system, a bot provider, a CRM, a call gateway and an agent. */
export interface Demo {
  /** Starts the service. Rejects if the service does not start. */
  start(): Promise<void>;
  /** Plays every flow. Resolves with true if all checks passed. Rejects if the service cannot be kept running. */
  play(): Promise<boolean>;
  /** Connects the scripted agent if necessary. The agent then answers everybody who opens the chat page. */
  stayUp(): Promise<Addresses>;
  /** Stops everything that was started, and removes the temporary files. */
  close(): Promise<void>;
}

/** Starts the peers of the service. `show` receives each event of the demo. */
export async function openDemo(
  options: Pick<DemoOptions, "port" | "data" | "binary">,
  show: (event: DemoEvent) => void,
): Promise<Demo> {
  const folder = mkdtempSync(join(tmpdir(), "parley-demo-"));
  const configFile = join(folder, "config.json");
  const logs = new Set<FlowLog>();
  const tellAll = (text: string): void => {
    for (const log of logs) log.note(text);
  };
  const service = new ServiceProcess({
    binary: options.binary,
    configFile,
    dataDir: options.data ?? join(folder, "data"),
    port: options.port === 0 ? await findFreePort() : options.port,
    onReady(ready) {
      show({ event: "service.ready", ...ready });
      if (ready.restarts > 0)
        tellAll(`The service runs again as process ${ready.pid}. The agent connects again, and deliveries continue.`);
    },
    onEnded(ended) {
      show({ event: "service.ended", ...ended });
      const how = ended.signal === null ? `with status ${ended.code}` : `by ${ended.signal}`;
      tellAll(`The service ended ${how}. It is started again on the same data and port.`);
    },
  });
  const config = createDemoConfig();
  const channels = createChannels(service, config.random);
  const customerSystem = await openCustomerSystem(channels);
  const bots = await openBotProvider(config.bots, createBotPosts(service, botProvider));
  const agent = new ScriptedAgent(service, config.agent);
  const crm = await openCrm(config.signingSecret);
  const gateway = await openGateway(createCallReports(service, config.gatewayToken));
  const visitors = new Set<ScriptedVisitor>();
  const peers = { customerSystem: customerSystem.url, bots: bots.url, crm: crm.url, gateway: gateway.url };
  config.write(configFile, peers);

  const close = async (): Promise<void> => {
    logs.clear();
    agent.leave();
    for (const visitor of visitors) visitor.leave();
    await Promise.all([service.stop(), ...[customerSystem, bots, crm, gateway].map((peer) => peer.close())]);
    rmSync(folder, { recursive: true, force: true });
  };
  const openLog = (...parts: ConstructorParameters<typeof FlowLog>): FlowLog => {
    const log = new FlowLog(...parts);
    logs.add(log);
    return log;
  };
  const open: Stage["open"] = (visit, log) => {
    const visitor = new ScriptedVisitor(service, visit, log);
    visitors.add(visitor);
    return visitor;
  };
  const endpoints = customerSystem.endpoints;
  const stage = { agent, channels, endpoints, bots, crm: crm.crm, gateway: gateway.gateway, open };
  const endpointOf = (channelId: string): string => `${service.url}/chat-api/${config.random(channelId)}/${channelId}`;
  return {
    start: () => service.start(),
    async play() {
      const flows = playFlows(
        stage,
        (name, title) => openLog(name, title, show),
        (log) => logs.delete(log),
      );
      return Promise.race([flows, service.failed]);
    },
    async stayUp() {
      const log = openLog("live", "Live: what you do on the chat page, and with curl", show);
      const { shop } = customerSystem;
      shop.log = log;
      endpoints.play(shopChannel, { log, receive: (message) => shop.receive(message) });
      for (const channelId of [...config.bots.keys(), crmChannel]) {
        endpoints.play(channelId, { log, receive: () => okAnswer });
      }
      for (const channelId of config.bots.keys()) bots.find(channelId).follow(log);
      crm.crm.follow(null, { log });
      gateway.gateway.follow(null, log);
      agent.follow(log, null);
      await agent.connect(log);
      await new Greeter(agent, log).start();
      const endpoint = endpointOf(shopChannel);
      return {
        chatPage: `${customerSystem.url}/`,
        status: `${endpoint}/status`,
        endpoint,
        service: service.url,
        bots: [...config.bots].map(([channelId, { token }]) => ({
          channelId,
          endpoint: endpointOf(channelId),
          webhook: `${service.url}/bots/webhooks/${botProvider}/${token}`,
        })),
        crmEndpoint: endpointOf(crmChannel),
        crmEvents: `${crm.url}/events`,
        incomingCalls: `${gateway.url}/incoming`,
        connectPage: `${customerSystem.url}/connect`,
        desk: `${service.url}/desk/`,
        administrator: config.administrator,
        sitePage: `${service.url}/demo/${siteChannel}`,
      };
    },
    close,
  };
}

/**
 * The reports of a call gateway to the service. A report without an answer is retried; a repeated report changes nothing.
 * Source: CALL-05, CALL-07.
 */
const createCallReports = (service: ParleyService, token: string): ParleyCalls => ({
  path: `/calls/${token}`,
  report: (path, body, log) => callParley(service, "gateway", { method: "POST", path, body }, log),
});

/** A customer system's calls of surface A. `declared` returns the secret part of a channel's address. */
export function createChannels(service: ParleyService, declared: (channelId: string) => string): ParleyChannels {
  const learnt = new Map<string, string>();
  const random = (channelId: string): string => learnt.get(channelId) ?? declared(channelId);
  return {
    ...callsOf(service, random),
    learn(endpointUrl) {
      const [, secret, channelId] = /\/chat-api\/([\w-]{22,})\/([A-Za-z0-9]{8,32})\/?$/.exec(endpointUrl.trim()) ?? [];
      if (secret === undefined || channelId === undefined) return null;
      learnt.set(channelId, secret);
      return channelId;
    },
  };
}

const callsOf = (service: ParleyService, random: (channelId: string) => string): Omit<ParleyChannels, "learn"> => ({
  status: (channelId, log) =>
    callParley(service, "shop", { method: "GET", path: `${pathOf(channelId, random)}/status` }, log),
  send: (channelId, { sender, text, key }, log) => {
    const body = { sender: toBody(sender), message: { type: "text", text } };
    const call = { method: "POST", path: pathOf(channelId, random), body, idempotencyKey: key } as const;
    return callParley(service, "shop", call, log);
  },
  type: (channelId, id, state, log) => {
    const body = { sender: { id }, message: { type: state } };
    const call = { method: "POST", path: pathOf(channelId, random), body, isNotice: true } as const;
    return callParley(service, "shop", call, log);
  },
  readFile: (url, log) => callParley(service, "shop", { method: "GET", path: new URL(url).pathname }, log),
});

const pathOf = (channelId: string, random: (channelId: string) => string): string =>
  `/chat-api/${random(channelId)}/${channelId}`;

const toBody = ({ id, name, invite, url }: Sender): Sender => ({
  id,
  name,
  ...(invite === undefined ? {} : { invite }),
  ...(url === undefined ? {} : { url }),
});
