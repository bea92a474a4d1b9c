import t from "tap";
import { openCustomerSystem } from "../../src/demo/cast/customer-system.ts";
import { say } from "./harness/people/customers.ts";
import { Desk } from "./harness/people/desk.ts";
import { channelId, channelPath, Installation, kim } from "./harness/service/installation.ts";

t.test("[CH-10, CH-12, CH-22, CH-38] from the status query to the delivered reply", async (t) => {
  const customerSystem = await openCustomerSystem(t);
  const installation = await Installation.create(t, customerSystem.url);
  await installation.start();
  const status = async (): Promise<string> => (await fetch(`${installation.url}${channelPath}/status`)).text();

  t.equal(await status(), "0", "no agent is there yet");
  await say(installation.url, "early bird", "Anybody there?");
  const desk = await Desk.open(t, installation);
  t.equal(await status(), "1", "the agent is there");
  const early = (await desk.api.chats()).find(({ client }) => client.id === "early bird");
  t.equal(early?.state, "waiting", "what was said before is in the list");

  await say(installation.url, "cust-7781", "Is my order ready?");
  const chat = await desk.untilChat("cust-7781");
  t.equal(chat.state, "waiting");
  const asked = await desk.until("the question", () => desk.shown.get(chat.id)?.[0]?.message);
  t.match(asked, { seq: 1, from: "client", text: "Is my order ready?", delivery: null });

  const accepted = await desk.api.accept(chat.id);
  t.match(accepted, { status: 200, body: { chat: { state: "with_agent", agent: { id: 1, name: kim.name } } } });
  const replied = await desk.api.reply(chat.id, "Yes, it is. Grüße");
  t.match(replied, { status: 202, body: { message: { seq: 2, from: "agent", text: "Yes, it is. Grüße" } } });

  const request = await customerSystem.untilRequest("Yes, it is. Grüße", 1);
  t.match(request, { method: "POST", path: `/parley/${channelId}`, headers: { "content-type": /^application\/json/ } });
  t.equal(request.headers["content-length"], String(Buffer.byteLength(request.body)));
  t.strictSame(JSON.parse(request.body), {
    sender: { name: kim.name },
    recipient: { id: "cust-7781" },
    message: { type: "text", id: replied.body.message.id, text: "Yes, it is. Grüße" },
  });
  const { message } = await desk.untilEnded(chat.id, "Yes, it is. Grüße");
  t.match(message, { seq: 2, delivery: { state: "delivered", attempts: 1, error: null } });
  t.strictSame(await desk.api.messages(chat.id), [asked, message], "stored as it was shown");

  desk.leave();
  await desk.api.call("DELETE", "/session");
  t.equal(await status(), "0", "the agent is gone");
});
