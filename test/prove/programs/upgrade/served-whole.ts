import type { Test } from "tap";
import type { Service, ServiceOptions } from "../../../harness/service.ts";
import { agents, password } from "../../../harness/service-config.ts";
import type { KeptContents, StoredChat } from "./contents.types.ts";

/** A config file that declares only the agents who check, and keeps everything else as stored. */
export const nothingNew: NonNullable<ServiceOptions["config"]> = {
  agents: [{ profile: { ...agents.kim, role: "admin" }, password }],
  channels: [],
  providers: [],
};

/** Checks that everything that was answered when the data were stored is present and continues. */
export async function seeServedWhole(t: Test, service: Service, contents: KeptContents): Promise<void> {
  await service.settle();
  await findChats(t, service, contents);
  await findOthers(t, service, contents);
  await goOn(t, service, contents);
}

async function findChats(t: Test, service: Service, { chats }: KeptContents): Promise<void> {
  const token = await service.logIn("kim");
  const found: StoredChat[] = [];
  const states = ["with_bot", "waiting", "unstaffed", "with_agent", "closed"];
  for (const state of states) {
    const { body } = await service.call("GET", `/api/chats?state=${state}`, { token });
    for (const { id, channelId } of body.chats) {
      const { messages } = (await service.call("GET", `/api/chats/${id}/messages`, { token })).body;
      const spoken = messages.filter(
        ({ from, type }: { from: string; type: string }) => from !== "system" && type === "text",
      );
      found.push({ channelId, state, texts: spoken.map(({ text }: { text: string }) => text) });
    }
  }
  const inOrder = (list: readonly StoredChat[]): readonly string[] => list.map((chat) => JSON.stringify(chat)).sort();
  t.strictSame(inOrder(found), inOrder(chats));
}

async function findOthers(t: Test, service: Service, contents: KeptContents): Promise<void> {
  const { archived, left, file, apiKey, provedId } = contents;
  const token = await service.logIn("kim");
  for (const word of archived) {
    const { chats } = (await service.call("GET", `/api/archive?q=${word}`, { token })).body;
    t.equal(chats.length, 1, `the archive finds ${word}`);
  }
  const { offlineMessages } = (await service.call("GET", "/api/offline-messages", { token })).body;
  t.strictSame(
    offlineMessages.map(({ text }: { text: string }) => text),
    left,
  );
  if (apiKey !== undefined) {
    t.equal((await service.call("GET", "/api/chats", { token: apiKey })).status, 200, "the key reads chats");
    t.equal((await service.call("GET", "/api/agents", { token: apiKey })).status, 403, "and does nothing else");
  }
  if (provedId !== undefined) {
    const { chats } = (await service.call("GET", "/api/chats?state=waiting&channel=WEBSITE001", { token })).body;
    t.match(chats[0]?.client, { id: `id:${provedId}`, name: "Wanda", proved: { id: provedId, name: true } });
    const { identity } = service.app.runtime.directory.find("WEBSITE001")?.settings.widget ?? {};
    t.match(identity, { secret: /^.{32,}$/ }, "the widget has its secret");
  }
  if (file === null) return;
  const answer = await fetch(`${service.url}${file.path}`);
  t.equal(await answer.text(), file.text, "the file is served");
}

/** Checks that waiting deliveries are sent, and that a client who wrote before is answered in the same chat. */
async function goOn(t: Test, service: Service, { waiting }: KeptContents): Promise<void> {
  await service.pass(15_000);
  const messages = service.attempts.map(({ settings }) => settings.id);
  const events = service.reports.map(({ channelId }) => channelId);
  for (const { kind, channelId } of waiting)
    t.ok(
      (kind === "message" ? messages : events).some((id) => id === channelId),
      `the ${kind} of ${channelId} continues`,
    );
  const token = await service.logIn("kim");
  await service.say("carl", "I still wait.");
  const { body } = await service.call("GET", "/api/chats?state=waiting&channel=MOBILEAPP1", { token });
  t.equal(body.chats.length, 1, "in the same chat");
  t.equal(body.chats[0]?.last?.text, "I still wait.");
}
