import type { ChannelSettings } from "../../machines/channel/channel.types.ts";
import { asAgentId, asChannelId } from "../../src/core/ids.ts";
import { configureAgent } from "../../src/domain/configure.ts";
import type { ApiAnswer, Sender, Service } from "../harness/service.ts";
import type { AgentName } from "../harness/service-config.ts";
import { agents } from "../harness/service-config.ts";

/** A chat with the steps of one agent. */
export interface ChatOf {
  readonly id: string;
  readonly token: string;
  /** `POST /api/chats/{id}/{path}`. */
  step(path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<ApiAnswer>;
  reply(text: string): Promise<ApiAnswer>;
}

/** A chat of the client that no agent has accepted yet. */
export async function waitingChat(
  service: Service,
  name: AgentName,
  sender: Sender | string = "7",
  channelId = "MOBILEAPP1",
): Promise<ChatOf> {
  const token = await service.logIn(name);
  await service.say(sender, "Hello", channelId);
  const { body } = await service.call("GET", `/api/chats?state=waiting&channel=${channelId}`, { token });
  const id = body.chats[0]?.id ?? "no chat waits";
  const step: ChatOf["step"] = (path, sent, headers = {}) =>
    service.call("POST", `/api/chats/${id}/${path}`, { token, body: sent, headers });
  return { id, token, step, reply: (text) => step("messages", { type: "text", text }) };
}

/** A chat of the client that the agent has accepted. */
export async function chatOf(
  service: Service,
  name: AgentName,
  sender: Sender | string = "7",
  channelId = "MOBILEAPP1",
): Promise<ChatOf> {
  const chat = await waitingChat(service, name, sender, channelId);
  await chat.step("accept");
  return chat;
}

/** A department and its agents. */
export async function staffDepartment(
  service: Service,
  id: number,
  departmentName: string,
  names: readonly AgentName[],
): Promise<void> {
  await service.app.runtime.departments.declare([{ id, name: departmentName }]);
  for (const name of names) await configureAgent(service.app.runtime, { ...agents[name], departmentIds: [id] });
}

/** The settings of a further channel. */
export const channelNamed = (service: Service, id: string, names: readonly AgentName[]): ChannelSettings => {
  const like = service.app.runtime.directory.find("MOBILEAPP1");
  if (like === undefined) throw new Error("Expected the channel MOBILEAPP1");
  return { ...like.settings, id: asChannelId(id), name: id, agentIds: names.map((name) => asAgentId(agents[name].id)) };
};
