import t from "tap";
import { asActorKey } from "../../src/core/ids.ts";
import type { FactParts } from "../../src/inspect/actor-facts.ts";
import { readFacts } from "../../src/inspect/actor-facts.ts";
import { explainStored } from "../../src/inspect/why/explain.ts";
import { startService } from "../harness/service.ts";
import { bot } from "../harness/service-config.ts";
import { answerBot, botPosts } from "./why-world.ts";

t.test("the actors that sentences need are read once, all of a round together", async (t) => {
  const service = await startService(t, { channels: { MOBILEAPP1: { bot } } });
  await service.say("7", "Hello");
  await answerBot(service);
  await botPosts(service, { event: "INVITE_AGENT", chat_id: "1" });
  const { directory, defects, clock } = service.app.runtime;
  const secrets = { mask: (value: unknown) => value, text: (text: string) => text };
  const read: string[] = [];
  let waiting = 0;
  let most = 0;
  const store: FactParts["store"] = {
    async read(table, key) {
      read.push(`${table} ${key}`);
      waiting += 1;
      most = Math.max(most, waiting);
      await new Promise((resolve) => setImmediate(resolve));
      waiting -= 1;
      return service.store.durable.read(table, key);
    },
  };
  const facts: FactParts = { store, defects, secrets };
  const found = await readFacts(asActorKey("chat/1"), facts);
  if (found === undefined) throw new Error("Expected chat/1");
  const why = await explainStored(found, { facts, directory, clock });
  t.match(why, { sentence: /^(Waits for an agent|Without an agent) .*the bot invited an agent/ });
  t.ok(why?.questions.some(({ sentence }) => sentence.startsWith("The bot invited an agent")));
  const actors = read.filter((one) => one.startsWith("actor "));
  t.same([...new Set(actors)], actors, "each actor once");
  t.ok(most > 1, "several reads at the same time");
});
