import { createRequire, syncBuiltinESMExports } from "node:module";

/*
 * Loaded before anything else of a test's process. The library of the tests has every promise and socket of the process watched, to tell whose
 * an error is that nobody caught: that takes a tenth of the processor time. It asks for the asynchronous scope that the error was thrown in. Tests
 * of a process run one within the other, not side by side, so that of the innermost test that runs is as good an answer.
 */

const hooks: typeof import("node:async_hooks") = createRequire(import.meta.url)("node:async_hooks");
const { AsyncResource, executionAsyncId } = hooks;

/** How the library calls the scopes of its tests. */
const ofTest = /^tap\./;

/** Tests that run, the innermost last. */
const running: Scope[] = [];

function leave(scope: Scope): void {
  const at = running.lastIndexOf(scope);
  if (at >= 0) running.splice(at, 1);
}

class Scope extends AsyncResource {
  readonly #isOfTest: boolean;

  constructor(...given: ConstructorParameters<typeof AsyncResource>) {
    super(...given);
    this.#isOfTest = ofTest.test(given[0]);
  }

  override runInAsyncScope<This, Result>(
    run: (this: This, ...args: unknown[]) => Result,
    thisArg?: This,
    ...args: unknown[]
  ): Result {
    if (!this.#isOfTest) return super.runInAsyncScope(run, thisArg, ...args);
    running.push(this);
    try {
      return super.runInAsyncScope(run, thisArg, ...args);
    } finally {
      // The test itself is run for a receiver, and goes on after this; without one it is only made.
      if (thisArg === undefined) leave(this);
    }
  }

  override emitDestroy(): this {
    leave(this);
    return super.emitDestroy();
  }
}

const inert: ReturnType<typeof hooks.createHook> = { enable: () => inert, disable: () => inert };

Object.assign(hooks, {
  AsyncResource: Scope,
  createHook: () => inert,
  executionAsyncId: () => {
    const innermost = running.at(-1);
    return innermost instanceof Scope ? innermost.asyncId() : executionAsyncId();
  },
});
syncBuiltinESMExports();
