import { createUlids as createReal, firstUlidOf } from "../../../../src/core/random/ulid.ts";
import { world } from "./world.ts";

export { firstUlidOf };

/** The real ones, begun anew in each simulation: what a module keeps outlives one. */
export function createUlids(): (nowMs: number) => string {
  let makeOne: ((nowMs: number) => string) | null = null;
  let madeIn: object | null = null;
  return (nowMs) => {
    const running = world();
    if (makeOne === null || madeIn !== running) makeOne = createReal();
    madeIn = running;
    return makeOne(nowMs);
  };
}
