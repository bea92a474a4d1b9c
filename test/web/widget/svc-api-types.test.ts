import { execFile } from "node:child_process";
import { copyFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import t from "tap";
import ts from "typescript";
import { openPageWorld, removePage } from "./page-world.ts";

t.afterEach(removePage);

const types = "src/web/widget/svc-api.d.ts";
const run = promisify(execFile);

/** A page in TypeScript that uses each method, the callbacks and the values that pages read. */
const samplePage = `
window.svc_onLoadCallback = () => { svc_api.showProactiveInvitation("May we help?", 3); };
window.svc_onChangeState = (state) => { if (state === "chat/min") svc_api.open({ start: "call" }); };
window.svc_onCallEnd = (result) => { if (result.result === "fail") console.log(result.reason.length); };
window.svc_onOpen = undefined;
const opened: SvcResult = svc_api.open();
const mode: "online" | "offline" = svc_config.chat_mode;
svc_api.close(); svc_api.destroy(); svc_api.open(""); svc_api.open(null);
svc_api.setContactInfo({ name: "Anna", phone: 442079460181 });
svc_api.getVisitorNumber((error, number) => console.log(error?.length, number?.toFixed()));
svc_api.setCustomData([{ title: "Basket", content: 2 }, { key: "Since", content: "2019", link: "https://a.example" }]);
svc_api.setRules({ wheels: { text: "Which size?", conditions: { seconds_on_page: 30 }, department_id: 3 } });
const token = svc_api.setUserToken("u-1");
if (token.result === "ok") console.log(token.token.length);
svc_api.isCallbackEnabled((result) => console.log(result.result));
svc_api.setIdentity("a.b.c", (reason) => console.log(reason?.length)); svc_api.setIdentity(null);
const sent = svc_api.sendOfflineMessage({ email: "a@b.example", message: "Hello" });
if (sent.result === "fail") console.log(sent.error, opened, mode, svc_api.chatMode());
console.log(svc_api.getContactInfo().client_name, svc_api.startCall("1234567"), svc_api.sendPageTitle("Basket", true, "/b"));
`;

const wrongPage = `
svc_api.open({ start: "cal" });
svc_api.openWindow();
svc_config.chat_mode = "online";
window.svc_onChangeState = (state: number) => state;
svc_api.sendOfflineMessage({ email: "a@b.example" });
`;

t.test("a page in TypeScript compiles with the types, and its mistakes are found", async (t) => {
  const folder = t.testdir({ "right.ts": samplePage, "wrong.ts": wrongPage });
  copyFileSync(types, join(folder, "svc-api.d.ts"));
  const flags = ["--noEmit", "--strict", "--ignoreConfig", "--pretty", "false"];
  const target = ["--lib", "es2022,dom", "--target", "es2022"];
  const files = ["svc-api.d.ts", "right.ts", "wrong.ts"].map((name) => join(folder, name));
  const said = await run("node_modules/.bin/tsc", [...flags, ...target, ...files]).then(
    ({ stdout }) => stdout,
    ({ stdout }: { readonly stdout: string }) => stdout,
  );
  t.same(
    said.match(/[\w.-]+\.ts\(\d+/g),
    [2, 3, 4, 5, 6].map((line) => `wrong.ts(${line}`),
  );
});

t.test("[WJ-30] the svc_api object has exactly the declared members", async (t) => {
  const source = ts.createSourceFile(types, readFileSync(types, "utf8"), ts.ScriptTarget.Latest, true);
  const declared = source.statements
    .filter(ts.isInterfaceDeclaration)
    .filter(({ name }) => name.text === "SvcApi")
    .flatMap(({ members }) => members.map(({ name }) => name?.getText()));
  t.equal(declared.length, 16);
  t.same(Object.keys(openPageWorld().api).sort(), declared.sort());
});
