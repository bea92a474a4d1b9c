import type { AgentId } from "../../../../machines/ids.ts";
import type { Result } from "../../../core/result.ts";
import { ok } from "../../../core/result.ts";
import { configureAgent } from "../../../domain/configure.ts";
import type { AgentEntry } from "../../../domain/directory.ts";
import type { HttpExchange } from "../../http/http-exchange.ts";
import type { Handler, Route } from "../../server/router.ts";
import { answerChange, answerMissing, missing } from "../admin/admin-exchange.ts";
import type { AdminParts } from "../admin/admin-parts.ts";
import type { AgentBody } from "../admin/people/agent-body.ts";
import { agentBody, findAgent, showAgent } from "../admin/people/agent-body.ts";
import { findCaller } from "../desk/desk-caller.ts";
import { photoUpload, receivePhoto } from "./receive-photo.ts";

/**
 * `PUT /api/agents/{id}/photo`: the body is the agent's picture, which clients see; it is made smaller and stored here. `DELETE`
 * removes the photo, also one at an external address. Administrators may change every photo, agents their own. Source: AUTH-15,
 * CH-39.
 */
export const agentPhotoRoute = (admin: AdminParts): Route => ({
  pattern: "/api/agents/:id/photo",
  gate: "load",
  methods: { put: putPhoto(admin), delete: removePhoto(admin) },
  docs: {
    put: {
      id: "putAgentPhoto",
      summary: "Sets the photo of the agent. Agents can set their own photo.",
      tag: "Agents",
      access: "agent",
      answer: { status: 200, description: "The agent as it is now.", schema: agentBody },
      ...photoUpload,
    },
    delete: {
      id: "deleteAgentPhoto",
      summary: "Deletes the photo of the agent. Agents can delete their own photo.",
      tag: "Agents",
      access: "agent",
      answer: { status: 200, description: "The agent as it is now.", schema: agentBody },
    },
  },
});

const putPhoto =
  (admin: AdminParts): Handler =>
  async (exchange, [idText = ""]) => {
    exchange.expectLargeBody(admin.limits.photoBytesMax);
    const entry = findOwn(admin, exchange, idText);
    if (entry === null) return;
    const { id } = entry.profile;
    await receivePhoto(admin, exchange, (address) => admin.oneAtATime(() => setPhoto(admin, id, address)));
  };

const removePhoto =
  (admin: AdminParts): Handler =>
  async (exchange, [idText = ""]) => {
    const entry = findOwn(admin, exchange, idText);
    if (entry === null) return;
    const { id } = entry.profile;
    await answerChange(admin, exchange, 200, () => setPhoto(admin, id, null));
  };

/** Finds the agent whose photo the caller may change; null after answering. */
function findOwn(admin: AdminParts, exchange: HttpExchange, idText: string): AgentEntry | null {
  const caller = findCaller(admin, exchange);
  if (caller === null) return null;
  const entry = findAgent(admin, idText);
  const isOwn = entry?.profile.id === caller.profile.id;
  if (!isOwn && caller.profile.role !== "admin") {
    const message = "The photos of other agents are for administrators to change.";
    exchange.answerFailure({ code: "access_denied", message });
    return null;
  }
  if (entry === undefined) answerMissing(exchange, "agent");
  return entry ?? null;
}

async function setPhoto(admin: AdminParts, id: AgentId, photo: string | null): Promise<Result<AgentBody>> {
  const { runtime, photos } = admin;
  const before = runtime.directory.agent(id)?.profile;
  if (before === undefined) return { ok: false, failure: missing("agent") };
  await configureAgent(runtime, { ...before, photo });
  await photos.drop(before.photo);
  const entry = runtime.directory.agent(id);
  return entry === undefined ? { ok: false, failure: missing("agent") } : ok({ agent: showAgent(admin, entry) });
}
