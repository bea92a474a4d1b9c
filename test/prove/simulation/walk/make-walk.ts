import type { Crash } from "../world/world.ts";
import { Random } from "./random.ts";
import type { Answer, BotPosts, Happening, Provider, Walk, What, Who } from "./walk.types.ts";

const whos: readonly [Who, Who] = ["kim", "lee"];

/** How the bot and the customer system behave in one walk, and how many faults occur. Without moods, all walks would be alike. */
interface Mood {
  readonly botAnswers: readonly (readonly [number, Answer["kind"]])[];
  readonly customerAnswers: readonly (readonly [number, Answer["kind"]])[];
  readonly postsPerAnswer: number;
  readonly faults: number;
  readonly isHasty: boolean;
}

const well: Mood["botAnswers"] = [
  [20, "ok"],
  [1, "failure"],
];
const shaky: Mood["botAnswers"] = [
  [3, "ok"],
  [3, "failure"],
  [2, "never"],
  [1, "late"],
];
const dead: Mood["botAnswers"] = [
  [1, "ok"],
  [8, "failure"],
  [8, "never"],
];

/** Returns the walk of a seed. The same seed always gives the same walk. */
export function makeWalk(seed: number): Walk {
  const random = new Random(seed);
  const mood: Mood = {
    botAnswers: random.pick([well, shaky, shaky, dead]),
    customerAnswers: random.pick([well, well, shaky, dead]),
    postsPerAnswer: random.pick([0, 0.5, 1.5]),
    faults: random.pick([0, 1, 4]),
    isHasty: random.isChance(0.5),
  };
  const count = random.integer(3, 18);
  const first: Happening = { afterMs: 0, what: { kind: "write", wantsAgent: random.isChance(0.05) } };
  const presence: readonly Happening[] = whos
    .filter(() => random.isChance(0.5))
    .map((who) => ({ afterMs: 0, what: { kind: "presence", who, isAvailable: true } }));
  return {
    seed,
    latenessMs: random.pick([0, 0, 10, 50]),
    happenings: [
      ...presence,
      first,
      ...Array.from({ length: count }, () => ({ afterMs: makePause(random, mood), what: makeWhat(random, mood) })),
    ],
    botAnswers: Array.from({ length: 10 }, () => makeAnswer(random, mood.botAnswers, mood.postsPerAnswer)),
    customerAnswers: Array.from({ length: 8 }, () => makeAnswer(random, mood.customerAnswers, 0)),
  };
}

function makePause(random: Random, { isHasty }: Mood): number {
  const longest = random.weighted([
    [2, 0],
    [isHasty ? 8 : 2, 40],
    [4, 1_500],
    [4, 9_500],
    [isHasty ? 0 : 1, 70_000],
  ]);
  return random.integer(0, longest);
}

const makePosts = (random: Random): BotPosts => {
  const id = random.weighted([
    [2, null],
    [2, 1],
    [1, 2],
  ]);
  return random.isChance(0.7)
    ? { kind: "bot writes", id, shape: random.pick(["text", "text", "buttons", "no fallback"]) }
    : { kind: "bot invites", id };
};

function makeWhat(random: Random, { faults }: Mood): What {
  const who = random.pick(whos);
  const downMs = random.pick([0, 0, random.integer(1, 2_000), random.integer(2_000, 15_000)]);
  const at = random.pick<Crash["at"]>(["before commit", "before release"]);
  return random.weighted<() => What>([
    [14, () => ({ kind: "write", wantsAgent: random.isChance(0.15) })],
    [2, () => ({ kind: "click", index: random.integer(0, 2) })],
    [5, () => makePosts(random)],
    [3, () => ({ kind: "presence", who, isAvailable: random.isChance(0.6) })],
    [3, () => ({ kind: "accept", who })],
    [3, () => ({ kind: "reply", who })],
    [2, () => ({ kind: "transfer", who, isAdministrator: random.isChance(0.7) })],
    [1.5, () => ({ kind: "close", who })],
    [1.5, () => ({ kind: "reopen", who })],
    [0.7, () => ({ kind: "agent leaves", who })],
    [0.7, () => ({ kind: "blacklist", who, isBlacklisted: random.isChance(0.7) })],
    [0.7, () => ({ kind: "resend", index: random.integer(0, 2) })],
    [0.7, () => ({ kind: "channel", isEnabled: random.isChance(0.5) })],
    [
      0.7,
      () => ({
        kind: "bot",
        provider: random.pick<Provider | null>([null, "acme-bots", "rival-bots"]),
        movesAfterMs: random.pick([0, random.integer(1, 200)]),
      }),
    ],
    [faults, () => ({ kind: "kill", downMs })],
    [faults, () => ({ kind: "crash", at, downMs })],
    [faults, () => ({ kind: "defect", atStep: random.integer(1, 4) })],
  ])();
}

function makeAnswer(random: Random, kinds: Mood["botAnswers"], postsPerAnswer: number): Answer {
  const kind = random.weighted(kinds);
  const longest = random.pick([30, 600, 2_900]);
  return {
    kind,
    afterMs: kind === "late" ? random.integer(3_001, 9_000) : random.integer(0, longest),
    isRepeated: random.isChance(0.05),
    posts: Array.from({ length: Math.floor(random.fraction() * 2 * postsPerAnswer + 0.5) }, () => ({
      afterMs: random.integer(0, random.pick([30, 1_000, 12_000])),
      what: makePosts(random),
    })),
  };
}
