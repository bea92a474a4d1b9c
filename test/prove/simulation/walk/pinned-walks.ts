import type { Answer, Happening, Walk, What } from "./walk.types.ts";

const after = (afterMs: number, what: What): Happening => ({ afterMs, what });
const write = (afterMs: number, wantsAgent = false): Happening => after(afterMs, { kind: "write", wantsAgent });
const walk = (happenings: readonly Happening[], botAnswers: readonly Answer[] = []): Walk => ({
  seed: 0,
  latenessMs: 0,
  happenings,
  botAnswers,
  customerAnswers: [],
});
const never: Answer = { kind: "never", afterMs: 0, isRepeated: false, posts: [] };

/** Walks that found a defect, and critical moments. Tests play them every time, independent of the walks that the seeds give. */
export const pinnedWalks: Readonly<Record<string, Walk>> = {
  "[BOT-08] the client writes after the bot was taken off, before its chat is moved": walk([
    write(0),
    after(0, { kind: "bot", provider: null, movesAfterMs: 72 }),
    write(0),
  ]),
  "[BOT-08] another provider's bot comes while the former one is told something": walk(
    [write(0), write(10), after(10, { kind: "bot", provider: "rival-bots", movesAfterMs: 100 }), write(10)],
    [never],
  ),
  "[BOT-18, DEL-23] the process dies between the first commit and the release": walk([
    after(0, { kind: "crash", at: "before release", downMs: 500 }),
    write(0),
  ]),
  "[BOT-22, DEL-25] the process dies during the third attempt": walk(
    [write(0), after(7_000, { kind: "kill", downMs: 20_000 })],
    [never, never, never],
  ),
  "[BOT-22, DEL-24] the process dies during each attempt": walk(
    [write(0), ...[1_000, 4_000, 4_000].map((afterMs) => after(afterMs, { kind: "kill", downMs: 2_000 }))],
    [never, never, never],
  ),
  "[WH-20] a client is put on the blacklist while its bot is told something, writes on, and is taken off again": walk(
    [
      write(0),
      after(100, { kind: "blacklist", who: "kim", isBlacklisted: true }),
      write(100),
      after(100, { kind: "kill", downMs: 500 }),
      after(100, { kind: "accept", who: "kim" }),
      after(100, { kind: "blacklist", who: "lee", isBlacklisted: false }),
      write(100),
      after(100, { kind: "accept", who: "kim" }),
      write(100),
    ],
    [never],
  ),
  "[BOT-02, BOT-46] the client asks for an agent first, and nobody is there": walk([
    write(0, true),
    write(100),
    after(100, { kind: "presence", who: "kim", isAvailable: true }),
    after(100, { kind: "accept", who: "kim" }),
  ]),
  "[BOT-45] the process is down while the offer ends": walk([
    after(0, { kind: "presence", who: "kim", isAvailable: true }),
    write(0, true),
    after(50_000, { kind: "kill", downMs: 30_000 }),
  ]),
};
