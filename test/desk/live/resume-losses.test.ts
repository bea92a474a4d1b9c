import type { Test } from "tap";
import t from "tap";
import type { AgentContext } from "../../../machines/agent/agent.machine.ts";
import { agentAddress } from "../../../machines/tells.ts";
import type { LossPlan } from "../../edge/silent-proxy.ts";
import { openSilentProxy } from "../../edge/silent-proxy.ts";
import { createMemoryStore } from "../../harness/memory-store/memory-store.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";
import { agents } from "../../harness/service-config.ts";
import { createSlowStore } from "../../harness/slow-store.ts";
import { contextOf } from "../../harness/stored-contexts.ts";
import { createRandom, seedOfRun } from "../../system/harness/random.ts";
import { byKey, followDesk, serverView } from "./following-desk.ts";

const lossesWanted = 30;
/**
 * The number of clients that write at a time. Every few turns one of them writes for the last time, so that no later frame
 * repairs a gap.
 */
const clients = 5;
const turnsOfClient = 4;
/** A handshake has about 130 bytes, a frame 300 to 900. */
const bytesMax = 1_200;
/** Every third time, the desk stays disconnected for at most this number of turns. */
const turnsAwayMax = 4;
const ways = ["reset", "ended", "silent"] as const;
const refusal = { kind: "http_status", code: "503", message: "The customer system answered HTTP 503." } as const;

type Random = () => number;
const below = (random: Random, count: number): number => Math.floor(random() * count);
const pick = <Item>(random: Random, items: readonly Item[]): Item | undefined => items[below(random, items.length)];

/** Customers write, agents accept, answer and close, deliveries succeed or fail: several steps at the same time. */
function createPlayers(service: Service, random: Random) {
  const faults: string[] = [];
  let answered = 0;
  let texts = 0;
  let turns = 0;
  const step = async (path: string, body?: object): Promise<void> => {
    const token = await service.logIn(random() < 0.7 ? "kim" : "lee");
    const { status } = await service.call("POST", path, { token, body });
    // 404: the chat does not exist yet, or the agent may not see it. 409: the state of the chat does not allow the step.
    if (![200, 202, 404, 409].includes(status)) faults.push(`POST ${path} was answered ${status}`);
  };
  const say = (): Promise<void> => {
    texts += 1;
    const number = Math.floor(turns / turnsOfClient) + below(random, clients);
    return service.say(`client ${number}`, `text ${texts}`, pick(random, ["MOBILEAPP1", "OTHERAPP01"]));
  };
  const endDelivery = async (): Promise<void> => {
    const attempt = service.attempts[answered];
    if (attempt === undefined) return;
    answered += 1;
    attempt.answer(random() < 0.6 ? {} : { httpStatus: 503, failure: refusal });
  };
  const inChat = (path: string, body?: object) => async (): Promise<void> => {
    const back = below(random, 2 * clients);
    const { last } = (await service.store.read("counter", ["chat"])) ?? { last: 1 };
    return step(`/api/chats/${Math.max(1, last - back)}/${path}`, body);
  };
  const reply = inChat("messages", { type: "text", text: "a reply" });
  const acts = [say, say, say, inChat("accept"), inChat("accept"), reply, reply, endDelivery, endDelivery];
  const turn = async (): Promise<void> => {
    turns += 1;
    const some = Array.from({ length: 1 + below(random, 4) }, () => pick(random, acts));
    if (random() < 0.05) some.push(inChat("close"));
    await Promise.all(some.map((act) => act?.()));
    if (random() < 0.3) service.clock.advance(500);
  };
  /** Continues until no attempt is left: attempts are 3 s apart. */
  const endAll = async (): Promise<void> => {
    for (let quietPasses = 0; quietPasses < 2; quietPasses += 1) {
      if (answered < service.attempts.length) quietPasses = 0;
      while (answered < service.attempts.length) await endDelivery();
      await service.pass(3_000);
    }
  };
  return { turn, endAll, faults };
}

/** The durations for which the desk stays disconnected, in turns of the others. */
function createAbsences(random: Random, isOver: () => boolean) {
  let turnsLeft = 0;
  let comeBack = (): void => undefined;
  return {
    begin: async (): Promise<void> => {
      if (isOver() || random() < 2 / 3) return;
      turnsLeft = 1 + below(random, turnsAwayMax);
      await new Promise<void>((resolve) => {
        comeBack = resolve;
      });
    },
    turnPlayed(): void {
      turnsLeft -= 1;
      if (turnsLeft <= 0) comeBack();
    },
  };
}

/** Waits until the service has closed a silent socket; a socket that answers its pings stays open. */
async function passSilence(service: Service): Promise<void> {
  for (let round = 0; round < 8; round += 1) {
    service.clock.advance(2_000);
    // The pong is under way. A later request is answered after the pong was read.
    for (let look = 0; look < 3; look += 1) await service.status();
  }
  await service.settle();
}

t.test(
  "a desk that is lost again and again, in every way, has what the server has, each once and in order",
  async (t: Test) => {
    const seed = seedOfRun();
    t.comment(`PARLEY_SEED=${seed} repeats this run`);
    const random = createRandom(seed);
    const delays = Array.from({ length: 40 }, () => below(random, 5));
    const store = createSlowStore(createMemoryStore(), delays);
    const service = await startService(t, { store, limits: { pageRowsMax: 3 } });
    let planned = 0;
    const nextLoss = (): LossPlan | null => {
      if (planned === lossesWanted) return null;
      planned += 1;
      return { afterBytes: 1 + below(random, bytesMax), how: ways[planned % ways.length] ?? "silent" };
    };
    const proxy = await openSilentProxy(t, Number(new URL(service.url).port), nextLoss);
    const lost = (): number => proxy.losses.reset + proxy.losses.ended + proxy.losses.silent;
    const absences = createAbsences(random, () => lost() === lossesWanted);
    const url = `http://127.0.0.1:${proxy.port}`;
    const desk = await followDesk(t, service, "kim", { url, whenLost: absences.begin });
    const players = createPlayers(service, random);
    while (lost() < lossesWanted) {
      await players.turn();
      absences.turnPlayed();
    }
    await players.endAll();
    await service.say("the last client", "the last entry is one the agent sees");
    await service.settle();
    await desk.untilCursor(service.app.runtime.feed.cursor);

    t.strictSame([...desk.faults, ...players.faults], [], `seed ${seed}`);
    t.strictSame(proxy.losses, { reset: 10, ended: 10, silent: 10 });
    const server = await serverView(service);
    t.strictSame(byKey(desk.chats), server.chats, `the chats, seed ${seed}`);
    t.strictSame(byKey(desk.messages), server.messages, `the messages, seed ${seed}`);
    const states = [...desk.messages.values()].map((message) => message.delivery?.state);
    const isOver = (state: string | undefined) => state === undefined || state === "delivered" || state === "failed";
    t.strictSame(
      states.filter((state) => !isOver(state)),
      [],
      "every delivery ended",
    );
    t.ok(states.includes("delivered"));

    await passSilence(service);
    const kim = await store.read("actor", [agentAddress(agents.kim.id)]);
    const socketIds = kim === undefined ? [] : contextOf<AgentContext>(kim).socketIds;
    t.equal(await service.status(), "1", "the current desk is online");
    t.equal(socketIds.length, 1, "only the open socket is stored");
    t.equal(proxy.halfOpen, 0, "the server has closed all silent sockets");
  },
);
