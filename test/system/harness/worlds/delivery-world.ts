import type { CustomerSystem } from "../../../../src/demo/cast/customer-system.ts";
import { openCustomerSystem } from "../../../../src/demo/cast/customer-system.ts";
import type { Answer } from "../../../../src/demo/cast/peer.ts";
import type { Ending } from "../../../harness/temporary-folder.ts";
import { say } from "../people/customers.ts";
import { Desk } from "../people/desk.ts";
import { Installation } from "../service/installation.ts";
import { nowMs, untilMs } from "../time.ts";

/** The customer system's answers to the attempts of a reply, by the reply's text. The last answer is repeated. */
export type Scripts = Readonly<Record<string, readonly Answer[]>>;

/** One service, one customer system, one desk, and an accepted chat for each text of the scripts. */
export interface DeliveryWorld {
  readonly installation: Installation;
  readonly customerSystem: CustomerSystem;
  readonly desk: Desk;
  readonly scripts: Scripts;
  readonly outages: Outage[];
  /** The chat ids, by text. */
  readonly chatIds: ReadonlyMap<string, string>;
  /** The message ids of the 202 answers, by text. */
  readonly messageIds: Map<string, string>;
}

export interface Outage {
  readonly killedAtMs: number;
  readonly readyAtMs: number;
  readonly deskReadyAtMs: number;
}

export async function openDeliveryWorld(t: Ending, scripts: Scripts): Promise<DeliveryWorld> {
  const customerSystem = await openCustomerSystem(t, (text) => scripts[text]);
  const installation = await Installation.create(t, customerSystem.url);
  await installation.start();
  const desk = await Desk.open(t, installation);
  const chatIds = new Map<string, string>();
  const openChat = async (text: string): Promise<void> => {
    await say(installation.url, text, "Is it ready?");
    const { id } = await desk.untilChat(text);
    await desk.api.accept(id);
    chatIds.set(text, id);
  };
  await Promise.all(Object.keys(scripts).map(openChat));
  return { installation, customerSystem, desk, scripts, outages: [], chatIds, messageIds: new Map() };
}

/** Sends the replies at this moment. Resolves when the first attempt of each was seen. */
export async function replyAt(world: DeliveryWorld, atMs: number, texts: readonly string[]): Promise<void> {
  await untilMs(atMs);
  await Promise.all(texts.map((text) => reply(world, text)));
}

async function reply({ desk, chatIds, messageIds, customerSystem }: DeliveryWorld, text: string): Promise<void> {
  const { status, body } = await desk.api.reply(chatIds.get(text) ?? "", text);
  if (status !== 202) throw new Error(`Expected 202 for "${text}", got ${status} ${JSON.stringify(body)}`);
  messageIds.set(text, body.message.id);
  await customerSystem.untilRequest(text, 1);
}

/** Kills the service at this moment and starts it again after `downMs`. Resolves when it serves and the desk is ready again. */
export async function killAt(world: DeliveryWorld, atMs: number, downMs = 0): Promise<Outage> {
  await untilMs(atMs);
  const killedAtMs = nowMs();
  await world.installation.kill();
  await untilMs(killedAtMs + downMs);
  const { readyAtMs } = await world.installation.start();
  const outage = { killedAtMs, readyAtMs: readyAtMs ?? nowMs(), deskReadyAtMs: await world.desk.untilReady() };
  world.outages.push(outage);
  return outage;
}
