import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ScriptedAgent } from "./cast/agent.ts";
import { openCrm } from "./cast/crm.ts";
import { findFreePort } from "./cast/free-port.ts";
import type { Ending } from "./cast/peer.ts";
import { openPhones } from "./cast/phones.ts";
import { openRivets } from "./cast/rivet.ts";
import { createChannels, openShop } from "./cast/shop.ts";
import { ScriptedVisitor } from "./cast/visitor.ts";
import type { DemoConfig, DemoLogin } from "./demo-config.ts";
import { botProvider, createDemoConfig, crmChannel, sampleChannel, shopChannel, siteChannel } from "./demo-config.ts";
import type { DemoEvent } from "./demo-event.ts";
import { FlowLog } from "./flow-log.ts";
import type { Stage } from "./flows/stage.ts";
import { Greeter } from "./greeter.ts";
import type { ServicePlace } from "./options.ts";
import { playFlows } from "./play.ts";
import { ServiceProcess } from "./service-process.ts";

export interface Addresses {
  /** The page on which a person writes as a customer. */
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
export async function openDemo(place: ServicePlace, show: (event: DemoEvent) => void): Promise<Demo> {
  const ends: (() => unknown)[] = [];
  const t: Ending = { teardown: (end) => ends.push(end) };
  const folder = mkdtempSync(join(tmpdir(), "parley-demo-"));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const configFile = join(folder, "config.json");
  const logs = new Set<FlowLog>();
  const tellAll = (text: string): void => {
    for (const log of logs) log.note(text);
  };
  const service = new ServiceProcess({
    binary: place.binary,
    configFile,
    dataDir: place.data ?? join(folder, "data"),
    port: place.port === 0 ? await findFreePort() : place.port,
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
  const shop = await openShop(t);
  const bots = await openRivets(t, config.bots, service, botProvider);
  const crm = await openCrm(t, config.signingSecret);
  const phones = await openPhones(t, service, config.gatewayToken);
  const agent = new ScriptedAgent(service, config.agent);
  config.write(configFile, {
    ...{ customerSystem: shop.url, bots: bots.url, oauth: bots.oauthUrl, crm: crm.url, gateway: phones.url },
  });
  t.teardown(() => service.stop());
  t.teardown(() => agent.socket.leave());
  t.teardown(() => logs.clear());
  const openLog = (...parts: ConstructorParameters<typeof FlowLog>): FlowLog => {
    const log = new FlowLog(...parts);
    logs.add(log);
    return log;
  };
  const open: Stage["open"] = (visit, log) => {
    const visitor = new ScriptedVisitor(service, visit, log);
    t.teardown(() => visitor.socket.leave());
    return visitor;
  };
  const stage: Stage = { agent, channels, shop, bots, crm, phones, open };
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
      const log = openLog("live", "Live: what you do with curl", show);
      await beLive(stage, config, log);
      return addressesOf(service.url, stage, config);
    },
    async close() {
      for (const end of ends.splice(0).reverse()) await end();
    },
  };
}

/** Kim answers everybody, and the log records what the user of the demo does. */
async function beLive({ agent, shop, bots, crm, phones }: Stage, config: DemoConfig, log: FlowLog): Promise<void> {
  for (const channelId of [shopChannel, ...config.bots.keys(), crmChannel]) shop.play(channelId, log);
  for (const channelId of config.bots.keys()) Object.assign(bots.find(channelId), { log, hear: () => undefined });
  crm.logs.follow(null, log);
  phones.logs.follow(null, log);
  agent.follow(log, null);
  await agent.connect(log);
  await new Greeter(agent, log).start();
}

function addressesOf(url: string, { crm, phones }: Stage, config: DemoConfig): Addresses {
  const endpointOf = (channelId: string): string => `${url}/chat-api/${config.random(channelId)}/${channelId}`;
  const endpoint = endpointOf(shopChannel);
  return {
    chatPage: `${url}/sample/${sampleChannel}/${config.sampleToken}`,
    status: `${endpoint}/status`,
    endpoint,
    service: url,
    bots: [...config.bots].map(([channelId, { token }]) => ({
      channelId,
      endpoint: endpointOf(channelId),
      webhook: `${url}/bots/webhooks/${botProvider}/${token}`,
    })),
    crmEndpoint: endpointOf(crmChannel),
    crmEvents: crm.url,
    incomingCalls: `${phones.url}/incoming`,
    desk: `${url}/desk/`,
    administrator: config.administrator,
    sitePage: `${url}/demo/${siteChannel}`,
  };
}
