import t from "tap";
import { example, openPageWorld, pageNames, removePage } from "./page-world.ts";

t.afterEach(removePage);

const ok = example("result-ok");
const emoji = "\u{1f6b2}";

t.test(
  "[WJ-03, WJ-30] svc_api exists at once with the methods of the spec, destroy and sendPageTitle, and no others",
  async (t) => {
    const { api } = openPageWorld();
    t.equal(pageNames.svc_api, api);
    t.same(Object.keys(api).sort(), [
      ...["chatMode", "close", "destroy", "getContactInfo", "getVisitorNumber", "isCallbackEnabled", "open"],
      ...[
        "sendOfflineMessage",
        "sendPageTitle",
        "setContactInfo",
        "setCustomData",
        "setIdentity",
        "setRules",
        "setUserToken",
        "showProactiveInvitation",
      ],
      "startCall",
    ]);
  },
);

t.test("[WJ-06, WJ-07, WJ-08] open and close return ok, or the reason why no call is available", async (t) => {
  const { api, bridge, commands, load } = openPageWorld();
  load();
  const loose = api.open as (what?: unknown) => SvcResult;
  for (const what of ["", null, undefined, {}, { start: "chat" }, { start: "menu" }, 7]) t.same(loose(what), ok);
  t.same(api.open(example("open-argument")), ok);
  t.same(api.close(), ok);
  t.same(commands, [...Array(7).fill({ type: "open" }), { type: "open_call" }, { type: "close" }]);
  commands.length = 0;
  bridge.facts.callback = example("callback-disabled").reason;
  t.same(api.open({ start: "call" }), example("open-fail"));
  t.same(commands, [], "nothing was changed");
});

t.test("[WJ-09] chatMode and svc_config give the mode; the page's own values in svc_config stay", async (t) => {
  const own = { theme: "dark" };
  const { api, bridge, load } = openPageWorld({}, own);
  t.equal(api.chatMode(), "offline", "the mode is offline before the widget has loaded");
  load();
  bridge.facts.mode = "online";
  t.equal(api.chatMode(), "online");
  t.equal(pageNames.svc_config, own, "the same object");
  t.same({ ...own }, { theme: "dark", ...example("config") });
  Object.assign(pageNames, { svc_config: { theme: "light" } });
  t.same({ ...pageNames.svc_config }, { theme: "light", chat_mode: "online" });
  Object.assign(pageNames, { svc_config: Object.freeze({ theme: "ice" }) });
  bridge.facts.mode = "offline";
  t.same({ ...pageNames.svc_config }, { theme: "ice", chat_mode: "offline" });
  Object.assign(pageNames.svc_config, { chat_mode: "online" });
  t.equal(pageNames.svc_config.chat_mode, "offline", "a value that the page writes there is ignored");
  for (const odd of [null, undefined, "text", 7]) {
    Object.assign(pageNames, { svc_config: odd });
    t.equal(pageNames.svc_config.chat_mode, "offline");
  }
});

t.test("[WJ-11, WJ-14, WJ-15, WJ-16] contact info is set by key, read in the same tick and sent as text", async (t) => {
  const { api, bridge, commands, load } = openPageWorld();
  const info = example("contact-info");
  t.same(api.getContactInfo(), { client_name: null, email: null, phone: null, description: null });
  t.same(api.setContactInfo({ name: info.name, email: info.email }), ok);
  t.same(api.getContactInfo(), example("get-contact-info"));
  load();
  const loose = api.setContactInfo as (info?: unknown) => SvcResult;
  t.same(loose({ email: "", phone: 442079460181, name: { first: "T" }, description: null, age: 7 }), ok);
  t.same(api.getContactInfo(), {
    client_name: "Tomas Berg",
    email: null,
    phone: "442079460181",
    description: null,
  });
  t.same(commands, [
    { type: "contact", fields: { name: info.name, email: info.email } },
    { type: "contact", fields: { email: "", phone: "442079460181" } },
  ]);
  t.same(loose({ name: ` A\u0000nn\u0007a `, description: emoji.repeat(1_001), phone: "1".repeat(256) }), ok);
  t.same(commands[2], {
    type: "contact",
    fields: { name: "Anna", description: emoji.repeat(1_000), phone: "1".repeat(255) },
  });
  for (const odd of [undefined, null, 7, "Anna", [info], Symbol("s")])
    t.same(loose(odd), { result: "fail", reason: "Contact info must be object." });
  t.equal(commands.length, 3);
  bridge.facts.contact = { name: "Kim", email: null, phone: null, description: null };
  t.equal(api.getContactInfo().client_name, "Kim", "the contact that the widget knows");
});

t.test(
  "[WJ-16] contact info set before the service's contact arrives is still used after the widget has loaded",
  async (t) => {
    const { api, bridge, load } = openPageWorld();
    api.setContactInfo({ name: "Anna" });
    bridge.facts.contact = { name: null, email: "a@b", phone: null, description: null };
    load();
    t.same(api.getContactInfo(), { client_name: "Anna", email: "a@b", phone: null, description: null });
  },
);

t.test(
  "[WJ-12] getVisitorNumber calls its callback once, later; an argument that is not a function is ignored",
  async (t) => {
    const { api, bridge } = openPageWorld();
    bridge.attach((command) => command.type === "visitor_number" && command.callback(null, 318));
    const heard: unknown[] = [];
    api.getVisitorNumber((...values) => void heard.push(values));
    t.same(heard, [], "the callback is not called before the method has returned");
    (api.getVisitorNumber as (callback?: unknown) => void)("none");
    await Promise.resolve();
    t.same(heard, [example("get-visitor-number")]);
  },
);

t.test("[WJ-17, WJ-18, WJ-19] setCustomData takes arrays; rows are text, cut, at most 50", async (t) => {
  const { api, commands, load } = openPageWorld();
  load();
  const rows = example("custom-data");
  t.same(api.setCustomData(rows), ok);
  t.same(api.setCustomData([]), ok);
  const loose = api.setCustomData as (fields?: unknown) => SvcResult;
  const getter = {
    get content() {
      throw new Error("mine");
    },
  };
  const cycle: Record<string, unknown> = { content: "round" };
  cycle["self"] = cycle;
  t.same(
    loose([null, 7, "x", [], {}, getter, { link: "https://a.example" }, { content: "  " }, { content: 4.5 }, cycle]),
    ok,
  );
  t.same(loose([{ content: "c".repeat(1_001), title: "t".repeat(300), key: 0 }]), ok);
  t.same(loose(Array(60).fill({ key: "k" })), ok);
  t.same(
    commands.map((command) => command.type === "custom_data" && command.fields),
    [
      rows,
      [],
      [{ content: "4.5" }, { content: "round" }],
      [{ content: "c".repeat(1_000), title: "t".repeat(255), key: "0" }],
      Array(50).fill({ key: "k" }),
    ],
  );
  for (const odd of [undefined, null, {}, "x", { length: 2 }]) t.same(loose(odd), example("custom-data-fail"));
});

t.test(
  "[WJ-17, WJ-19] rows that do not fit into one frame are all rejected; a list of any length is read quickly",
  async (t) => {
    const { api, commands, load } = openPageWorld();
    load();
    const tooLong = { result: "fail", reason: "Custom data is too long." };
    t.same(api.setCustomData(Array(50).fill({ content: emoji.repeat(1_000) })), tooLong);
    t.same(api.setCustomData(Array(50).fill({ content: "c".repeat(400) })), tooLong, "the rows of earlier calls stay");
    t.same(commands, []);
    const many = Array(50).fill({ title: "t".repeat(20), content: "c".repeat(250) });
    t.same(api.setCustomData(many), ok);
    t.same(api.setCustomData(new Array(4_000_000_000)), ok);
    t.same(commands, [
      { type: "custom_data", fields: many },
      { type: "custom_data", fields: [] },
    ]);
  },
);

t.test("[WJ-22] setRules takes an object of rules; a condition that is left out is always true", async (t) => {
  const { api, commands, load } = openPageWorld();
  load();
  t.same(api.setRules(example("rules")), ok);
  const loose = api.setRules as (rules?: unknown) => SvcResult;
  const odd = {
    bare: { text: "Hello?" },
    off: { text: "x", enabled: false },
    blank: { text: " " },
    none: null,
    seven: 7,
  };
  t.same(loose({ ...odd, wild: { text: 1, conditions: { seconds_on_page: "9", url_contains: {}, visits: "x" } } }), ok);
  const always = { secondsOnPage: 0, urlContains: "", visits: 0, departmentId: null };
  t.same(commands, [
    {
      type: "rules",
      rules: [
        {
          name: "wheel size",
          secondsOnPage: 30,
          urlContains: "/wheels",
          visits: 2,
          text: "Shall we help with the wheel size?",
          departmentId: 3,
        },
      ],
    },
    {
      type: "rules",
      rules: [
        { ...always, name: "bare", text: "Hello?" },
        { ...always, name: "wild", text: "1", secondsOnPage: 9 },
      ],
    },
  ]);
  commands.length = 0;
  t.same(loose(Object.fromEntries(Array.from({ length: 150 }, (_, at) => [`rule ${at}`, { text: "x" }]))), ok);
  t.equal(commands.map((command) => command.type === "rules" && command.rules.length)[0], 150, "no rule is dropped");
  for (const value of [undefined, null, [], "x", 7])
    t.same(loose(value), { result: "fail", reason: "Rules must be object." });
});

t.test("[WJ-23] setUserToken returns the token, or false when no token was given", async (t) => {
  const { api, commands, load } = openPageWorld();
  load();
  const { token } = example("user-token-ok");
  t.same(api.setUserToken(token), example("user-token-ok"));
  t.same(api.setUserToken(emoji.repeat(1_000)).result, "ok");
  const loose = api.setUserToken as (token?: unknown) => unknown;
  t.same(loose(), example("user-token-fail"));
  for (const value of ["", " ", 7, null, "x".repeat(1_001)]) t.same(loose(value), { result: "fail", token: value });
  t.same(commands.length, 2);
  t.same(commands[0], { type: "user_token", token });
});

t.test("[WJ-25] an invitation needs a text; a department is optional", async (t) => {
  const { api, commands, load } = openPageWorld();
  load();
  const loose = api.showProactiveInvitation as (text?: unknown, department?: unknown) => SvcResult;
  t.same(loose("May we help?"), ok);
  t.same(loose(" May we help? ", 3), ok);
  t.same(loose("x".repeat(1_001), "4"), ok);
  t.same(loose("x", {}), ok);
  t.same(loose("x", "1e999"), ok);
  t.same(
    commands.map((command) => command.type === "invitation" && [command.text, command.departmentId]),
    [
      ["May we help?", null],
      ["May we help?", 3],
      // The widget cuts the text.
      ["x".repeat(1_001), 4],
      ["x", null],
      // JSON has no number for it.
      ["x", null],
    ],
  );
  for (const text of [undefined, null, "", " \n", {}, "\u0000"])
    t.same(loose(text), { result: "fail", reason: "Invitation text must not be empty." });
});

t.test("[WJ-26, WJ-27] startCall checks the number first, then the availability of calls", async (t) => {
  const { api, bridge, commands, load } = openPageWorld();
  load();
  t.same(api.startCall(" +44 (20) 7946-0181 "), ok);
  t.same((api.startCall as (phone: unknown) => SvcResult)(442079460181), ok);
  t.same(commands, [
    { type: "call", phone: "+44 (20) 7946-0181" },
    { type: "call", phone: "442079460181" },
  ]);
  for (const phone of ["", "123456", "1234567890123456", "call me", "+", undefined, null, {}])
    t.same((api.startCall as (phone: unknown) => SvcResult)(phone), example("start-call-fail"));
  bridge.facts.callback = "Callback unavaiable";
  t.same(api.startCall("12"), example("start-call-fail"), "the number is checked first");
  t.same(api.startCall("1234567"), example("callback-unavailable"));
  t.equal(commands.length, 2);
});

t.test(
  "[WJ-27, WJ-28] isCallbackEnabled returns the current state after loading, and thousands of calls send no command to the widget",
  async (t) => {
    const { api, bridge } = openPageWorld({ callback: "Callback disabled" });
    const heard: SvcResult[] = [];
    api.isCallbackEnabled((result) => void heard.push(result));
    await Promise.resolve();
    t.same(heard, [], "the callback is not called before the widget has loaded");
    const others: string[] = [];
    bridge.attach((command) => {
      if (command.type === "callback_state") command.callback();
      else others.push(command.type);
    });
    await Promise.resolve();
    bridge.facts.callback = "Callback unavaiable";
    api.isCallbackEnabled((result) => void heard.push(result));
    t.equal(heard.length, 1, "the callback is never called before the method has returned");
    await Promise.resolve();
    bridge.facts.callback = null;
    for (let call = 0; call < 5_000; call += 1) api.isCallbackEnabled((result) => void heard.push(result));
    (api.isCallbackEnabled as (callback?: unknown) => void)();
    await Promise.resolve();
    t.same(heard.slice(0, 3), [example("callback-disabled"), example("callback-unavailable"), ok]);
    t.equal(heard.length, 5_002);
    t.same(others, []);
  },
);

t.test(
  "[WJ-29] an offline message is checked with the service's error texts, and sent with the known contact info",
  async (t) => {
    const { api, commands, load } = openPageWorld();
    load();
    const form = example("offline-message");
    t.same(api.sendOfflineMessage(form), ok);
    t.same(commands, [{ type: "offline_message", fields: { name: form.name, email: form.email }, text: form.message }]);
    const loose = api.sendOfflineMessage as (message?: unknown) => unknown;
    t.same(loose({ message: 7 }), ok, "the email address is known already");
    t.same(commands[1], { type: "offline_message", fields: { email: form.email }, text: "7" });
    t.equal(api.getContactInfo().client_name, form.name, "the name is known too");
    for (const odd of [undefined, null, "x", { message: " " }, { ...form, message: null }])
      t.same(loose(odd), example("offline-message-fail"));
    const wrong = (error: string) => ({ result: "fail", error });
    t.same(loose({ ...form, email: "tomas" }), wrong("Email must contain @."));
    t.same(loose({ ...form, message: "x".repeat(4_001) }), wrong("Message must have at most 4000 characters."));
    t.same(loose({ ...form, message: "x".repeat(4_000) }), ok);
    t.equal(commands.length, 3);
    const nobody = openPageWorld();
    t.same(nobody.api.sendOfflineMessage({ message: "Hello" }), wrong("Email or phone must be given."));
    nobody.api.setContactInfo({ email: "no address" });
    t.same(nobody.api.sendOfflineMessage({ message: "Hello" }), wrong("Email must contain @."));
    t.same(nobody.api.sendOfflineMessage({ message: "Hello", phone: "1" }), ok);
  },
);

t.test("[WJ-29] a message that does not fit into a frame is rejected, not lost", async (t) => {
  const { api } = openPageWorld();
  const result = api.sendOfflineMessage({
    phone: "1",
    description: emoji.repeat(1_000),
    message: emoji.repeat(4_000),
  });
  t.same(result, { result: "fail", error: "Message is too long." });
});

t.test("[WJ-30] sendPageTitle sends the given title and address, or those of the page", async (t) => {
  const { api, commands, load } = openPageWorld();
  load();
  const loose = api.sendPageTitle as (title?: unknown, flag?: unknown, url?: unknown) => SvcResult;
  t.same(loose("Basket", true, "https://shop.example/basket"), ok);
  t.same(loose("Wheels", false, "wheels?size=28"), ok);
  t.same(loose(), ok);
  t.same(loose("x".repeat(300), null, "ftp://a.example"), ok);
  t.same(loose("Long", null, `/${"x".repeat(8_200)}`), ok);
  t.same(
    commands.map((command) => command.type === "page_title" && [command.title, command.url]),
    [
      ["Basket", "https://shop.example/basket"],
      ["Wheels", "https://shop.example/bikes/wheels?size=28"],
      ["Shop", null],
      // The widget cuts the title.
      ["x".repeat(300), null],
      ["Long", null],
    ],
  );
  t.same(loose("x", null, "http://["), { result: "fail", reason: "Argument cannot be read." });
});

t.test("[WJ-47] an identity is handed on, and the callback of the page is called later", async (t) => {
  const { api, commands, errors, load } = openPageWorld();
  load();
  const reasons: unknown[] = [];
  const loose = api.setIdentity as (...values: unknown[]) => SvcResult;
  t.same(
    loose("a.b.c", (reason: unknown) => reasons.push(reason)),
    ok,
  );
  for (const token of [null, 5, undefined]) t.same(loose(token), ok);
  t.match(commands, [{ type: "identity", token: "a.b.c" }, { token: null }, { token: 5 }, { token: undefined }]);
  for (const command of commands) if (command.type === "identity") command.callback("The token has expired.");
  t.same(reasons, [], "not before the method has returned");
  await Promise.resolve();
  t.same(reasons, ["The token has expired."]);
  t.same(errors, []);
});

t.test("[WJ-03, WJ-47] without a widget the callback of an identity gets an error", async (t) => {
  const { api, bridge, pass } = openPageWorld();
  const reasons: unknown[] = [];
  api.setIdentity("a.b.c", (reason) => void reasons.push(reason));
  pass(15_000);
  await Promise.resolve();
  t.same(reasons, ["Chat not loaded yet."]);
  t.same(bridge.waiting, []);
});
