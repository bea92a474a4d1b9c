import t from "tap";
import { enterVisitor } from "../../harness/visitor-client.ts";
import { DeskApi } from "../../system/harness/people/desk-api.ts";
import { ada, Installation, kim } from "../../system/harness/service/installation.ts";

t.setTimeout(120_000);

t.test(
  "[WJ-54, WJ-55] after a kill, a chat still has its quote, what was seen, and both parts of a transfer",
  async (t) => {
    const channels = [{ id: "WEBSITE01", kind: "widget", name: "Web site", agents: [1, 2] }];
    const options = { agents: [ada], config: { channels } };
    const installation = await Installation.create(t, "https://shop.example.com/hook", options);
    await installation.start();
    const { page } = await enterVisitor(t, { url: installation.url }, { widget: "WEBSITE01" });
    await page.ask({ type: "message", text: "Where is my order?" });
    const api = await DeskApi.logIn(installation.url, kim);
    t.equal((await api.accept("1")).status, 200);
    const reply = await api.call("POST", "/chats/1/messages", { type: "text", text: "On its way", replyTo: 1 });
    t.equal(reply.status, 202);
    t.match(await page.ask({ type: "seen", chat: "1", seq: 2 }), { type: "done" });
    const given = await api.call("POST", "/chats/1/transfer", { agentId: 2, note: "She waits since Monday." });
    t.equal(given.status, 200);
    await installation.kill();

    await installation.start();
    const again = await DeskApi.logIn(installation.url, kim);
    t.match((await again.call("GET", "/chats/1")).body.chat, { state: "waiting", offeredTo: { id: 2 }, seenSeq: 2 });
    t.match(await again.messages("1"), [
      { seq: 1, text: "Where is my order?" },
      { seq: 2, text: "On its way", quote: { seq: 1, from: "client", text: "Where is my order?" } },
      { seq: 3, type: "event" },
      { seq: 4, type: "note", text: "She waits since Monday.", agentId: 1 },
    ]);
  },
);
