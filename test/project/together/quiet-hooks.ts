import { createRequire, syncBuiltinESMExports } from "node:module";

/*
 * Loaded before everything else in a test's process. The test library watches every promise and socket of the process, to find
 * the test of an uncaught error. That takes a tenth of the processor time. The library asks for the asynchronous scope in which
 * the error was thrown. Tests of a process run one inside the other, not side by side. So the scope of the innermost running test
 * is as good an answer.
 */

const hooks: typeof import("node:async_hooks") = createRequire(import.meta.url)("node:async_hooks");
const { AsyncResource, executionAsyncId } = hooks;

/** The names that the library gives to the scopes of its tests. */
const ofTest = /^tap\./;

/** Running tests; the innermost is last. */
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
      // With a receiver the test itself runs, and continues after this call. Without one the test is only created.
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
