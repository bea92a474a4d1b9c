import type { Test } from "tap";
import root from "tap";

let current: Test = root;

/** From now on, `tap` is this test for every importer. */
export function become(test: Test): void {
  current = test;
}

/** The value of `tap` for a test file: the root if the file has its own process, otherwise the test that represents the file. */
export const own: Test = new Proxy<Test>(root, {
  get(_, key) {
    const value: unknown = Reflect.get(current, key, current);
    return typeof value === "function" ? value.bind(current) : value;
  },
  set: (_, key, value) => Reflect.set(current, key, value, current),
});
