import fc from "fast-check";
import t from "tap";
import { originOf } from "../../../src/web/widget/loader/script-origin.ts";
import { openPageWorld, pageNames, removePage, settings } from "./page-world.ts";

t.afterEach(removePage);

/** Any value that a page could pass, including values that throw when they are read. */
const hostile = (): fc.Arbitrary<() => unknown> => {
  const thrower = new Proxy(
    {},
    {
      get() {
        throw new Error("get");
      },
      ownKeys() {
        throw new Error("ownKeys");
      },
    },
  );
  const revoked = Proxy.revocable([], {});
  revoked.revoke();
  const cycle: Record<string, unknown> = { conditions: {}, text: "x" };
  cycle["conditions"] = cycle;
  const getter = Object.defineProperty({}, "start", {
    get() {
      throw new Error("start");
    },
  });
  const text = { toString: () => fail("toString"), valueOf: () => fail("valueOf"), message: Symbol("m"), href: 7n };
  const fail = (what: string): never => {
    throw new Error(what);
  };
  const fields = fc.record(
    { name: fc.anything(), email: fc.anything(), message: fc.string(), text: fc.anything(), conditions: fc.anything() },
    { requiredKeys: [] },
  );
  const any = fc.oneof(
    fc.anything({ withBigInt: true, withBoxedValues: true, withDate: true, withMap: true, withNullPrototype: true }),
    fc.array(fields, { maxLength: 4 }),
    fields,
    fc.dictionary(fc.string(), fields),
  );
  const bites = [thrower, revoked.proxy, cycle, getter, text, Symbol("s"), "x".repeat(1_000_000), () => fail("call")];
  // These values are not passed to fast-check itself, because fast-check would read them.
  const bite = fc.nat({ max: bites.length - 1 }).map((at) => bites.slice(at, at + 1));
  return fc.oneof(
    any.map((value) => () => value),
    bite.map(
      ([value]) =>
        () =>
          value,
    ),
    bite.map((values) => () => [{ key: "k" }, ...values]),
    bite.map(([value]) => () => ({ start: value, message: value, conditions: value, rule: value })),
  );
};

const whyOf: Partial<Record<string, string>> = { sendOfflineMessage: "error", setUserToken: "token" };

t.test("[WJ-04] no method throws for any arguments; a result says ok, or fail with the reason", async (t) => {
  const { api, load } = openPageWorld();
  const methods = Object.entries(api) as [string, (...values: unknown[]) => unknown][];
  const answering = methods.filter(([name]) => !/^(get|is|chatMode)/.test(name));
  t.equal(answering.length, 12);
  const check = (): void => {
    fc.assert(
      fc.property(fc.constantFrom(...answering), fc.array(hostile(), { maxLength: 3 }), ([name, method], values) => {
        const result = method(...values.map((make) => make())) as { result: string };
        return result.result === "ok" || (result.result === "fail" && (whyOf[name] ?? "reason") in result);
      }),
      { numRuns: 3_000 },
    );
    fc.assert(
      fc.property(fc.constantFrom(...methods), fc.array(hostile(), { maxLength: 3 }), ([, method], values) => {
        method(...values.map((make) => make()));
      }),
    );
  };
  check();
  load();
  check();
  t.same(api.open(), { result: "ok" }, "the widget still works");
});

t.test("[WJ-03] early commands wait in order, and svc_onLoadCallback is called after them", async (t) => {
  const { api, bridge } = openPageWorld();
  const order: unknown[] = [];
  Object.assign(pageNames, { svc_onLoadCallback: () => order.push(["load", api.open().result]) });
  api.setUserToken("u-1");
  api.open();
  api.setCustomData([{ key: "k" }]);
  bridge.attach((command) => {
    order.push(command.type);
    // A callback of the page could do the same.
    if (command.type === "open" && order.length === 2) api.close();
  });
  t.same(order, ["user_token", "open", "custom_data", "close", "open", ["load", "ok"]]);
});

t.test("[WJ-31] svc_onLoadCallback is called once each time the widget is put on the page", async (t) => {
  const { api, bridge, open } = openPageWorld();
  const order: string[] = [];
  Object.assign(pageNames, { svc_onLoadCallback: () => order.push("load") });
  bridge.attach(() => undefined);
  t.same(order, ["load"]);
  bridge.detach();
  api.open();
  t.same(order, ["load"], "commands given meanwhile wait");
  open(settings, settings.origin).attach(({ type }) => order.push(type));
  t.same(order, ["load", "open", "load"], "the page is notified when it has put the widget back");
});

t.test("[WJ-12, WJ-27] if no widget loads, each callback that was passed is called once", async (t) => {
  const { api, bridge, commands, load, pass } = openPageWorld();
  const heard: unknown[] = [];
  const ask = (): void => {
    api.getVisitorNumber((...values) => void heard.push(values));
    api.isCallbackEnabled((result) => void heard.push(result));
  };
  ask();
  api.open();
  pass(14_999);
  await Promise.resolve();
  t.same(heard, []);
  pass(1);
  t.same(heard, [], "callbacks are called only after the current tick");
  await Promise.resolve();
  t.same(heard.splice(0), [["Chat not loaded yet.", null], { result: "ok" }]);
  load();
  t.same(commands.splice(0), [{ type: "open" }], "the other commands still wait, and no callback is called twice");
  bridge.detach();
  ask();
  pass(15_000);
  await Promise.resolve();
  t.same(
    heard.splice(0),
    [["Chat not loaded yet.", null], { result: "ok" }],
    "the same happens after the widget has ended",
  );
  ask();
  pass(10_000);
  load();
  pass(10_000);
  await Promise.resolve();
  t.same(heard, [], "a widget that is back in time answers the calls itself");
  t.same(
    commands.map(({ type }) => type),
    ["visitor_number", "callback_state"],
  );
});

t.test("only a widget of the same channel keeps the contact info", async (t) => {
  const { api, open } = openPageWorld();
  api.setContactInfo({ name: "Anna" });
  open(settings, settings.origin);
  t.equal(api.getContactInfo().client_name, "Anna");
  open({ ...settings, id: "OTHERAPP01" }, settings.origin);
  t.equal(api.getContactInfo().client_name, null);
});

t.test(
  "[WJ-03, WJ-12] if too many calls wait, calls that only ask what the script knows are dropped first, and each callback is called",
  async (t) => {
    const { api, commands, load } = openPageWorld();
    const heard: unknown[] = [];
    api.close();
    for (let call = 0; call < 2_000; call += 1) api.isCallbackEnabled((result) => void heard.push(result.result));
    await Promise.resolve();
    t.equal(heard.length, 1_001, "callbacks that exceed the limit are called at once");
    for (let call = 0; call < 999; call += 1) api.open();
    await Promise.resolve();
    t.equal(heard.length, 2_000);
    const numbers: unknown[] = [];
    api.getVisitorNumber((...values) => void numbers.push(values));
    await Promise.resolve();
    t.same(numbers, [["Chat not loaded yet.", null]], "a call beyond the limit is dropped");
    load();
    t.same(
      commands.map(({ type }) => type),
      ["close", ...Array(999).fill("open")],
    );
  },
);

t.test("[WJ-03, WJ-30] destroy ends the widget; calls wait for the next one, and the mode is offline", async (t) => {
  const { api, bridge, commands, load } = openPageWorld();
  load();
  bridge.facts.mode = "online";
  t.same(api.destroy(), { result: "ok" });
  t.equal(api.chatMode(), "offline");
  t.same(api.open(), { result: "ok" });
  t.same(api.destroy(), { result: "ok" }, "there is nothing to end");
  t.same(commands, []);
  load();
  t.same(commands, [{ type: "open" }]);
});

t.test(
  "[WJ-41, WJ-42] a callback is looked up at the time of the call; an error that it throws goes to the console",
  async (t) => {
    const { api, bridge, errors, load } = openPageWorld();
    load();
    const heard: unknown[] = [];
    Object.assign(pageNames, { svc_onChangeState: (state: unknown) => heard.push(["first", state]) });
    bridge.fire("svc_onChangeState", "chat");
    Object.assign(pageNames, { svc_onChangeState: (state: unknown) => heard.push(["second", state]) });
    bridge.fire("svc_onChangeState", "label");
    for (const none of ["text", null, {}]) {
      Object.assign(pageNames, { svc_onChangeState: none });
      bridge.fire("svc_onChangeState", "chat");
    }
    Reflect.deleteProperty(pageNames, "svc_onChangeState");
    bridge.fire("svc_onChangeState", "chat");
    t.same(heard, [
      ["first", "chat"],
      ["second", "label"],
    ]);
    t.same(errors, []);
    const mine = new Error("mine");
    const thrower = (): never => {
      throw mine;
    };
    Object.assign(pageNames, { svc_onChangeState: thrower });
    bridge.fire("svc_onChangeState", "chat");
    Object.defineProperty(pageNames, "svc_onChangeState", { get: thrower, configurable: true });
    bridge.fire("svc_onChangeState", "chat");
    bridge.attach((command) => command.type === "callback_state" && command.callback());
    api.isCallbackEnabled(thrower);
    await Promise.resolve();
    t.same(errors, [mine, mine, mine]);
  },
);

t.test("an error thrown by the body does not reach the page", async (t) => {
  const { api, bridge, errors } = openPageWorld();
  bridge.attach(() => {
    throw new Error("ours");
  });
  t.same(api.open(), { result: "ok" });
  t.match(errors, [{ message: "ours" }]);
});

t.test("[WJ-02] the service's address is the origin of the script, or else the configured origin", async (t) => {
  const from = (src: unknown): string => originOf(src === null ? null : { src }, settings);
  t.equal(from("https://own.example/widget/MOBILEAPP1"), "https://own.example");
  t.equal(from("https://own.example/script/widget/MOBILEAPP1?x=1"), "https://own.example");
  t.equal(from("https://own.example/help/widget/MOBILEAPP1"), "https://own.example/help");
  for (const src of [null, "", undefined, "https://shop.example/bundle.js", { baseVal: "x" }])
    t.equal(from(src), settings.origin);
});
