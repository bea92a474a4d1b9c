import type { Migration, StoredFields } from "../../actors/actor-definition.ts";
import { fieldsOf } from "../../actors/cells/stored-actor.ts";

/**
 * That version did not store since when a client waits. If no agent has had the chat, the client waits since its beginning.
 * Otherwise the client waits at most since the last change. A chat with a bot counts as answered.
 */
function waitingSince(state: unknown, { unread, agentIds, createdAtMs, updatedAtMs }: StoredFields): unknown {
  if (unread === 0 || state === "with_bot") return null;
  return Array.isArray(agentIds) && agentIds.length === 0 ? createdAtMs : updatedAtMs;
}

/**
 * That version stored the agent who pressed Reply together with the agent who closed the chat. A closed chat with only one agent,
 * and without an owner at its end, may have been closed without Reply. It counts as not accepted.
 */
function wasAccepted(state: unknown, { agent, agentIds, visit }: StoredFields): boolean {
  const agents = Array.isArray(agentIds) ? agentIds.length : 0;
  if (state !== "closed") return agents > 0;
  return agent !== null || agents > 1 || fieldsOf(fieldsOf(visit)["crm"])["isOfAcceptance"] === true;
}

/** The stored form of a chat, version by version. */
export const chatMigrations: readonly Migration[] = [
  (state, context) => ({
    ...context,
    client: { ...fieldsOf(context["client"]), description: null, url: null },
    offer: null,
    department: null,
    agentIds: context["agent"] === null ? [] : [fieldsOf(context["agent"])["id"]],
    invites: [],
    isClientTyping: false,
    typingAgent: null,
    closedAtMs: state === "closed" ? context["updatedAtMs"] : null,
  }),
  (_state, context) => ({ ...context, bot: null, buttons: null }),
  (_state, context) => ({
    ...context,
    // That version did not count chats: only this one is known.
    client: {
      ...fieldsOf(context["client"]),
      pageTitle: null,
      userToken: null,
      session: null,
      chatsCount: 1,
      isBlacklisted: false,
    },
    visit: { surface: "api", firstPage: null, crm: null, call: null, rate: null },
  }),
  (_state, context) => ({ ...context, client: { ...fieldsOf(context["client"]), pageData: [] } }),
  (state, context) => ({
    ...context,
    visit: { ...fieldsOf(context["visit"]), waitingSinceMs: waitingSince(state, context), linesBehind: 0 },
  }),
  (state, context) => ({
    ...context,
    visit: { ...fieldsOf(context["visit"]), isAccepted: wasAccepted(state, context) },
  }),
  // Earlier failures are stored only with the messages.
  (_state, context) => ({ ...context, visit: { ...fieldsOf(context["visit"]), failed: [] } }),
];
