import type { Migration, StoredFields } from "../../actors/actor-definition.ts";
import { fieldsOf } from "../../actors/cells/stored-actor.ts";

/**
 * Since when a client waited was not kept then: while no agent has had the chat, that is since it began; else since it changed last,
 * at the most. What a bot has is taken as answered.
 */
function waitingSince(state: unknown, { unread, agentIds, createdAtMs, updatedAtMs }: StoredFields): unknown {
  if (unread === 0 || state === "with_bot") return null;
  return Array.isArray(agentIds) && agentIds.length === 0 ? createdAtMs : updatedAtMs;
}

/**
 * Who pressed Reply was kept together with who closed the chat. A chat that one agent alone has to do with, and that is closed and was
 * nobody's then, may have been closed without Reply: it counts as not accepted.
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
    // Chats were not counted then: this one is all that is known of.
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
  // What had failed until then stands with the messages alone.
  (_state, context) => ({ ...context, visit: { ...fieldsOf(context["visit"]), failed: [] } }),
];
