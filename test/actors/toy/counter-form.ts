import type { StoredForm } from "../../../src/ports/stored-form.ts";
import type { CounterContext } from "./counter.types.ts";

/** The stored text, such as `3 of 10`. */
export const counterForm: StoredForm<CounterContext> = {
  version: 2,
  encode: ({ count, limit }) => Buffer.from(`${count} of ${limit}`),
  decode(bytes) {
    const [count = 0, limit = 0] = Buffer.from(bytes).toString().split(" of ").map(Number);
    return { count, limit };
  },
};
