import type { Check } from "./checks.ts";
import { passed, skipped } from "./checks.ts";
import type { Answered, Signed } from "./service-requests.ts";
import { accepted, refused } from "./verdicts.ts";

const needed = skipped("the flag --secret gives the signing secret");

/** The first request of a run, which is signed rightly, must not be refused like one of a stranger. */
export const signatureBasis = <Scene extends { readonly hasSecret: boolean }>(
  rule: string,
  first: (scene: Scene) => Promise<Answered>,
): Check<Scene> => ({
  rule,
  does: "posts with a right signature",
  expects: "no status 401 or 403",
  isBasis: true,
  async judge(scene) {
    if (!scene.hasSecret) return needed;
    const answered = await first(scene);
    return answered.httpStatus === 401 || answered.httpStatus === 403 ? accepted(answered) : passed();
  },
});

/** The other rows about signatures, the same on every surface. Without a secret they are not tried. Source: WH-40. */
export const signatureChecks = <Scene extends { readonly hasSecret: boolean }>(
  rule: string,
  send: (scene: Scene, signed: Signed) => Promise<Answered>,
): readonly Check<Scene>[] =>
  rows.map(([signed, does, isRefused]) => ({
    rule,
    does,
    expects: isRefused ? "a refusal with a 4xx status" : "a positive answer",
    async judge(scene) {
      if (!scene.hasSecret) return needed;
      const answered = await send(scene, signed);
      return isRefused ? refused(answered) : accepted(answered);
    },
  }));

const rows: readonly (readonly [Signed, does: string, isRefused: boolean])[] = [
  ["renewed", "posts with two signatures, the right one second, as after a change of the secret", false],
  ["wrongly", "posts with a signature of another secret", true],
  ["long ago", "posts with a right signature that is ten minutes old", true],
  ["not at all", "posts without a signature", true],
];
