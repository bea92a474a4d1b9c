import t from "tap";
import { openMailPeer } from "../../system/harness/mail-peer.ts";
import { DeskApi } from "../../system/harness/people/desk-api.ts";
import { ada, Installation } from "../../system/harness/service/installation.ts";
import { FaultyMachine } from "../disk/machine/faulty-machine.ts";

const email = "zoe@example.com";
const hourMs = 3_600_000;
const invitationMs = 7 * 24 * hourMs;

t.setTimeout(300_000);

t.test("[AUTH-15] a mailed invitation ends 7 days after it was made, also after a kill and later starts", async (t) => {
  const mails = await openMailPeer(t, () => "ok");
  const config = { smtp: { url: mails.url, from: "chat@parley.example" } };
  const installation = await Installation.create(t, "https://shop.example.com/hook", { agents: [ada], config });
  const machine = await FaultyMachine.create(t, installation.dataDir);
  const startAt = async (offsetMs: number): Promise<void> => {
    machine.setClock(offsetMs);
    await installation.start({ environment: machine.environment() });
  };
  const logIn = async (password: string) => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ email, password });
    const answer = await fetch(`${installation.url}/api/session`, { method: "POST", headers, body });
    return { status: answer.status, body: await answer.json() };
  };

  await startAt(0);
  const api = await DeskApi.logIn(installation.url, ada);
  const made = await api.call("POST", "/agents", { name: "Zoe", email, invitationLanguage: "en" });
  await installation.kill();
  t.match(made, { status: 201, body: { mailed: true, password: String } });
  const { password }: { readonly password: string } = Object(made.body);
  t.equal(mails.seenWith(password).length, 1, "mailed once");

  // The hour is more than the starts take.
  await startAt(invitationMs - hourMs);
  t.match(await logIn(password), { status: 200, body: { passwordMustChange: true } }, "it counts to the last hour");
  await installation.kill();

  await startAt(invitationMs);
  t.match(await logIn(password), { status: 401, body: { error: { message: /^The invitation has ended/ } } });
  t.equal(mails.seen.length, 1, "no start mails it again");
});
