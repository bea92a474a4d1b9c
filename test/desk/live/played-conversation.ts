import type { Service } from "../../harness/service.ts";

/** Three clients write at the same time, and one more on a channel that the agent does not see. */
const everybodyWrites = (service: Service, text: string) =>
  Promise.all([
    service.say("a", text),
    service.say("b", text),
    service.say("hidden", text, "OTHERAPP01"),
    service.say("c", text),
  ]);

/** Plays chats that begin, are accepted, answered and closed, several steps at a time. */
export async function playConversation(service: Service): Promise<void> {
  const token = await service.logIn("kim");
  const step = (path: string, body?: unknown) => service.call("POST", path, { token, body });
  await everybodyWrites(service, "one");
  const { body } = await service.call("GET", "/api/chats", { token });
  const [first, second] = body.chats.map((chat: { id: string }) => chat.id);
  await Promise.all([step(`/api/chats/${first}/accept`), everybodyWrites(service, "two")]);
  const reply = (text: string) => step(`/api/chats/${first}/messages`, { type: "text", text });
  await Promise.all([reply("three"), reply("four"), everybodyWrites(service, "five")]);
  await service.settle();
  service.attempts.at(-1)?.answer();
  await Promise.all([everybodyWrites(service, "six"), step(`/api/chats/${second}/accept`)]);
  await service.settle();
  service.attempts.at(-1)?.answer();
  await Promise.all([step(`/api/chats/${second}/close`), reply("seven"), everybodyWrites(service, "eight")]);
  await service.settle();
}
