import { Random } from "../loop/random.ts";
import { channels, random as secret } from "./names.ts";
import type { Stage } from "./stage.ts";
import { Door } from "./stage.ts";

export interface CustomerPlan {
  readonly kind: "customer";
  readonly name: string;
  readonly channel: keyof Pick<typeof channels, "plain" | "bot">;
  readonly seed: number;
  readonly pauseMsMax: number;
}

/** A client of a customer system. It sends one message after the other, and repeats each with its key until the service accepts it. */
export async function runCustomer(stage: Stage, { name, channel, seed, pauseMsMax }: CustomerPlan): Promise<void> {
  const random = new Random(seed);
  const door = new Door(stage, random, `10.1.0.${seed % 250}`);
  const { history, time, workUntilMs } = stage;
  const path = `/chat-api/${secret}/${channels[channel]}`;
  await door.sleep(random.between(0, pauseMsMax));
  for (let number = 1; time.nowMs < workUntilMs; number += 1) {
    const text = `${name} ${number}`;
    const askedAtMs = time.nowMs;
    history.tell(`${name} says "${text}"`);
    const { status, body } = await door.insist({
      method: "POST",
      path,
      headers: { "idempotency-key": text.replace(" ", "-") },
      body: { sender: { id: name, name }, message: { type: "text", text } },
    });
    history.tell(`"${text}" is answered ${status}`);
    if (status === 200) history.said.push({ who: name, text, askedAtMs, takenAtMs: time.nowMs });
    else history.surprise(`"${text}" was answered ${status} ${body}`);
    await door.sleep(random.between(0, pauseMsMax));
  }
}
