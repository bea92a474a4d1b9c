import { asAgentId } from "../../../../src/core/ids.ts";
import type { Service } from "../../../harness/service.ts";
import { agents, password } from "../../../harness/service-config.ts";
import type { Facts } from "./gather-facts.ts";

/** Objects that inputs may remove: the name, the path, the body that makes it, and the person who makes it. */
const victims = [
  ["victimAgent", "/api/agents", { name: "Eve", email: "eve@example.com", role: "admin", password }, "ada"],
  ["victimChannel", "/api/channels", channelOf("Victim"), "ada"],
  ["doomedChannel", "/api/channels", channelOf("Doomed"), "ada"],
  ["doomedDepartment", "/api/departments", { name: "Doomed" }, "ada"],
  ["victimProvider", "/api/providers", { id: "victim-bots", name: "Victim" }, "ada"],
  ["doomedProvider", "/api/providers", { id: "doomed-bots", name: "Doomed" }, "ada"],
  ["doomedReply", "/api/canned-replies", { shortcut: "doomed", text: "Bye" }, "kim"],
] as const;

function channelOf(name: string): object {
  return { name, webhookUrl: "https://shop.example.com/hook", agents: [1] };
}

/** Makes the objects that are missing. */
export async function replaceVictims(service: Service, facts: Facts): Promise<void> {
  for (const [name, path, body, who] of victims) {
    const token = facts.get(who) ?? "";
    const id = facts.get(name);
    if (id !== undefined && (await isThere(service, path, id, token))) continue;
    const made = await service.call("POST", path, { token, body });
    const [thing] = Object.values<unknown>({ ...made.body, password: undefined }).filter((one) => Object(one).id);
    if (thing !== undefined) facts.set(name, String(Object(thing).id));
  }
  await replaceEndpoints(service, facts);
  await replaceClient(service, facts);
  const { sessions } = service.app;
  const doomedKey = () => sessions.apiKeys.list().find(({ name }) => name === "doomed");
  if (doomedKey() === undefined)
    await sessions.apiKeys.create(agents.ada.id, { name: "doomed", scopes: [], channelIds: [], expiresAtMs: null });
  facts.set("doomedKey", doomedKey()?.id ?? "");
  if (sessions.find(facts.get("eve") ?? "") === undefined)
    facts.set("eve", await sessions.open(asAgentId(Number(facts.get("victimAgent")))));
  if (!sessions.list(agents.kim.id).some(({ id }) => id === facts.get("spareSession")))
    facts.set("spareSession", sessions.idOf(await sessions.open(agents.kim.id)));
}

/** Adds an endpoint to each list. The answer is a conflict if it is still there. */
async function replaceEndpoints(service: Service, facts: Facts): Promise<void> {
  const name = "doomed";
  facts.set("doomedEndpoint", name);
  for (const path of ["/api/webhook-endpoints", `/api/channels/${facts.get("channel")}/webhooks/endpoints`])
    await service.call("POST", path, {
      token: facts.get("ada") ?? "",
      body: { name, url: "https://shop.example.com/hook", paused: true },
    });
}

/** Makes a client whose data an input may have erased. `ann` is a client that is never erased. */
async function replaceClient(service: Service, facts: Facts): Promise<void> {
  facts.set("client", "ann");
  facts.set("doomedClient", doomedClient);
  if (!(await isThere(service, "/api/clients", doomedClient, facts.get("ada") ?? "")))
    await service.say(doomedClient, "Hello");
}

const doomedClient = "doomed-client";

async function isThere(service: Service, path: string, id: string, token: string): Promise<boolean> {
  if (path !== "/api/canned-replies") return (await service.call("GET", `${path}/${id}`, { token })).status === 200;
  const { status, body } = await service.call("GET", path, { token });
  if (status !== 200) throw new Error(`Expected 200 of ${path}, got ${status} ${JSON.stringify(body)}`);
  return body.replies.some((reply) => reply.id === id);
}
