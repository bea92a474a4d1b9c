import type { Test } from "tap";
import root from "tap";

let current: Test = root;

/** From now on what is imported as `tap` is this test. */
export function become(test: Test): void {
  current = test;
}

/** What a test file gets for `tap`: the root alone in its process, and where several share one the test that stands for the file. */
export const own: Test = new Proxy<Test>(root, {
  get(_, key) {
    const value: unknown = Reflect.get(current, key, current);
    return typeof value === "function" ? value.bind(current) : value;
  },
  set: (_, key, value) => Reflect.set(current, key, value, current),
});
