import t from "tap";
import type { InspectedActorDetails, InspectedStep } from "../../src/codec/inspect/inspected.types.ts";
import { contextAround, NotKept } from "../../src/web/inspector/step/past-context.ts";
import { chatOf } from "../desk/chat-of.ts";
import { botPath, invites, says } from "../edge/b-bot/provider.ts";
import type { Service } from "../harness/service.ts";
import { startService } from "../harness/service.ts";
import { bot, webhooks } from "../harness/service-config.ts";
import { openWatcher } from "./watcher.ts";

async function read<Body>(service: Service, path: string): Promise<Body> {
  const { body } = await service.call("GET", `/api/inspect/${path}`, { token: await service.logIn("ada") });
  return JSON.parse(JSON.stringify(body));
}

/** The paths at which a context that was found again differs from the one that was watched. Values that are not kept fit any value. */
function differences(found: unknown, watched: unknown, path = ""): readonly string[] {
  if (found instanceof NotKept)
    return found.count === null || (Array.isArray(watched) && watched.length === found.count) ? [] : [path];
  if (typeof found !== "object" || typeof watched !== "object" || found === null || watched === null)
    return (found ?? null) === (watched ?? null) ? [] : [path];
  const names = new Set([...Object.keys(found), ...Object.keys(watched)]);
  const [one, other] = [found, watched] as readonly Readonly<Record<string, unknown>>[];
  return [...names].flatMap((name) => differences(one?.[name], other?.[name], `${path}.${name}`));
}

t.test(
  "the stored changes lead from the present context of every actor back to the context at each of its steps",
  async (t) => {
    const service = await startService(t, { channels: { MOBILEAPP1: { bot, webhooks }, OTHERAPP01: { webhooks } } });
    const watcher = await openWatcher(t, service, { watch: ["*"] });
    await watcher.caughtUp();
    await service.say({ id: "7", name: "Maria" }, "Hello");
    service.botAttempts.at(-1)?.answer({});
    await service.call("POST", botPath, { body: says("From the bot") });
    await service.settle();
    service.attempts.at(-1)?.answer({});
    await service.call("POST", botPath, { body: invites() });
    await service.call("POST", "/api/chats/1/accept", { token: await service.logIn("kim") });
    await service.settle();
    const chat = await chatOf(service, "kim", { id: "8", name: "Jo" }, "OTHERAPP01");
    for (const text of ["One", "Two"]) await chat.reply(text);
    const failure = { kind: "error_answer" as const, code: "17", message: "Mailbox is full" };
    for (let tries = 0; tries < 3; tries += 1) {
      service.attempts.at(-1)?.answer({ failure });
      await service.settle();
      await service.pass(4_000);
    }
    await service.say({ id: "8", name: "Jo Smith" }, "Still there?", "OTHERAPP01");
    await chat.step("close");
    await service.settle();
    await watcher.caughtUp();
    const watched = watcher.frames.filter(({ type }) => type === "@xstate.snapshot").map(({ parley }) => parley);
    const kept = watched.filter(({ index }) => index < 10_000);
    const addresses = new Set(kept.map(({ actor }) => actor));
    const kinds = new Set([...addresses].map((actor) => actor.slice(0, actor.indexOf("/"))));
    t.same([...kinds].sort(), ["bot", "chat", "delivery", "webhooks"]);
    let count = 0;
    for (const address of addresses) {
      const { actor } = await read<{ actor: InspectedActorDetails }>(service, `actors/${address}`);
      const { steps } = await read<{ steps: readonly InspectedStep[] }>(service, `actors/${address}/steps`);
      for (const step of kept.filter((one) => one.actor === address)) {
        const at = steps.findIndex(({ revision, index }) => revision === step.revision && index === step.index);
        const around = contextAround(steps, at, actor.context);
        const name = `${address} ${step.event.type}`;
        t.ok(around !== null, name);
        t.same(differences(around?.after, step.context), [], `${name}, after`);
        t.same(differences(around?.before, step.contextBefore ?? null), [], `${name}, before`);
        count += 1;
      }
    }
    t.ok(count > 12, `${count} steps`);
  },
);
