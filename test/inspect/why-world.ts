import type { Test } from "tap";
import type { InspectedActorDetails } from "../../src/codec/inspect/inspected.types.ts";
import type { ApiAnswer, Service } from "../harness/service.ts";
import { bot } from "../harness/service-config.ts";

/** The kinds and states whose sentences were compared. */
export type Compared = Set<string>;

/** The pause before a webhook's second attempt is randomly 5 or 6 s long. */
const withoutChance = (text: string): string => text.replaceAll("in 6 s", "in 5 s");

async function readActor(service: Service, actor: string): Promise<InspectedActorDetails> {
  const token = await service.logIn("ada");
  const { status, body } = await service.call("GET", `/api/inspect/actors/${actor}`, { token });
  if (status !== 200) throw new Error(`Expected ${actor} to be answered 200, got ${status}`);
  return JSON.parse(JSON.stringify(body)).actor;
}

/** Compares the complete sentence of an actor, and its answers to further questions, each as "question answer". */
export const createTeller = (t: Test, compared: Compared) =>
  async function tell(service: Service, actor: string, expected: string, questions?: readonly string[]): Promise<void> {
    const { state, kind, why } = await readActor(service, actor);
    compared.add(`${kind} ${state}`);
    t.equal(withoutChance(why?.sentence ?? "none"), expected, `${kind} ${state}`);
    if (questions === undefined) return;
    const asked = (why?.questions ?? []).map(({ question, sentence }) => withoutChance(`${question} ${sentence}`));
    t.same(asked, questions, `${kind} ${state}, asked`);
  };

/** The address of the newest delivery. */
export async function newestDelivery(service: Service, query = ""): Promise<string> {
  const token = await service.logIn("ada");
  const { body } = await service.call("GET", `/api/inspect/actors?kind=delivery${query}`, { token });
  const [newest] = JSON.parse(JSON.stringify(body)).actors;
  return newest?.actor ?? "delivery/none";
}

/** The bot posts an event in a chat. */
export async function botPosts(service: Service, event: object): Promise<ApiAnswer> {
  const answer = await service.call("POST", `/bots/webhooks/${bot.providerId}/${bot.token}`, { body: event });
  await service.settle();
  return answer;
}

/** The bot accepts all its events. */
export async function answerBot(service: Service): Promise<void> {
  await service.settle();
  for (const attempt of service.botAttempts) attempt.answer();
  await service.settle();
}
