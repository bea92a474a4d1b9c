import { createRequire, syncBuiltinESMExports } from "node:module";

/*
 * Loaded before anything else of a test's process. The library of the tests has every promise and socket of the process watched, to tell whose
 * an error is that nobody caught: that takes a tenth of the processor time. Tests of a process run one within the other, not side by side, so such
 * an error is told of the innermost that runs: everything belongs to one and the same asynchronous scope.
 */

const hooks: typeof import("node:async_hooks") = createRequire(import.meta.url)("node:async_hooks");

const inert: ReturnType<typeof hooks.createHook> = { enable: () => inert, disable: () => inert };
const scope = 1;

Object.assign(hooks, { createHook: () => inert, executionAsyncId: () => scope });
syncBuiltinESMExports();
