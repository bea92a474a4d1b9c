import t from "tap";
import { channelPath, configure, post, seen, textOf } from "../../harness/customer.ts";
import type { Service } from "../../harness/service.ts";
import { startService } from "../../harness/service.ts";

const keyed = (service: Service, text: string) => post(service, textOf("7", text), { "idempotency-key": text });
const texts = async (service: Service): Promise<readonly string[]> => {
  const { body } = await service.call("GET", "/api/chats", { token: await service.logIn("kim") });
  return body.chats.length === 0 ? [] : (await seen(service)).messages.map(({ text }) => text);
};
const statusOf = async (service: Service, text: string): Promise<number | "closed"> => {
  try {
    return (await keyed(service, text)).status;
  } catch (error) {
    // A body that is no JSON fails in the harness, after the answer.
    return error instanceof SyntaxError ? 200 : "closed";
  }
};

const faults = [
  { text: '{"status":500}', statuses: [500, 200], stored: 1 },
  { text: '{"status":429,"attempts":3}', statuses: [429, 429, 429, 200], stored: 1 },
  { text: ' {"answer":"close","attempts":2}', statuses: ["closed", "closed", 200], stored: 1 },
  { text: '{"answer":"lost"}', statuses: ["closed", 200], stored: 1 },
  { text: '{"status":"500"}', statuses: [400, 400], stored: 0 },
  { text: '{"answer":"late"}', statuses: [400], stored: 0 },
  { text: '{"status":500,"times":2}', statuses: [400], stored: 0 },
  { text: '{"other":1}', statuses: [200], stored: 1 },
  { text: "{", statuses: [200], stored: 1 },
] as const;

t.test(
  "[CH-62] a message to a test channel gets the fault that its text asks for, and a repeat is stored once",
  async (t) => {
    for (const { text, statuses, stored } of faults) {
      const service = await startService(t);
      await configure(service, { isTest: true });
      for (const status of statuses) t.equal(await statusOf(service, text), status, text);
      t.equal((await texts(service)).length, stored, text);
      const told = service.logLines
        .map(({ msg }) => String(msg))
        .filter((line) => /cut off|without an answer/.test(line));
      const closed = statuses.filter((status) => status === "closed");
      t.same(
        told,
        closed.map(() => "request closed without an answer: its message asked this test channel for that"),
      );
      await service.stop();
    }
  },
);

t.test(
  "[CH-62] a broken answer is cut off, and its message is stored; one that hangs is a 504 after 5 s",
  async (t) => {
    const service = await startService(t);
    await configure(service, { isTest: true });
    const broken = await fetch(`${service.url}${channelPath(service)}`, {
      method: "POST",
      body: JSON.stringify(textOf("7", '{"answer":"broken"}')),
    });
    t.strictSame([broken.status, await broken.text()], [200, '{"result":"o']);
    t.equal((await texts(service)).length, 1);
    const hanging = keyed(service, '{"answer":"hang"}');
    let status: number | null = null;
    void hanging.then((answer) => {
      status = answer.status;
    });
    // The request may arrive after the first steps.
    while (status === null) await service.pass(1_000);
    t.equal(status, 504);
    t.equal((await texts(service)).length, 1);
  },
);

t.test(
  "[CH-62] the mistake in a fault is named, and a channel that is no test channel takes faults as texts",
  async (t) => {
    const service = await startService(t);
    t.equal((await keyed(service, '{"status":500}')).status, 200);
    await configure(service, { isTest: true });
    const answer = await keyed(service, '{"status":200}');
    t.equal(answer.body.error.message, "Field status must be an integer from 400 to 599, got 200.");
  },
);

t.test("[CH-61] the desk learns which channels are test channels", async (t) => {
  const service = await startService(t);
  await configure(service, { isTest: true });
  const { body } = await service.call("GET", "/api/session", { token: await service.logIn("kim") });
  t.equal(body.channels.find(({ id }) => id === "MOBILEAPP1")?.test, true);
});
