import { createUlids as createReal, firstUlidOf } from "../../../../../src/core/random/ulid.ts";
import { world } from "./world.ts";

export { firstUlidOf };

/** The real generator, created again in each simulation, because the state of a module lives longer than a simulation. */
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
