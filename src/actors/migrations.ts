import { Defect } from "../core/assert.ts";
import type { ActorKind } from "../core/ids.ts";
import type { ActorRow } from "../ports/store.ts";
import { definitions } from "./definitions.ts";

/** State and context of a stored actor as the present machine knows them. */
export interface StoredActor {
  readonly state: unknown;
  readonly context: unknown;
}

type Fields = Readonly<Record<string, unknown>>;
/** From one version of a machine's stored form to the next; pure. */
type Migration = (state: unknown, context: Fields) => Fields;

const fieldsOf = (value: unknown): Fields => Object(value);

/** Widgets of that time offered the contacts form and had no look of their own. */
function withWidgetLook(settings: Fields): Fields {
  const { widget } = settings;
  if (widget === null) return settings;
  const look = { color: null, position: "right", language: null, title: null, greeting: null, sound: true };
  return { ...settings, widget: { ...fieldsOf(widget), look, contactsForm: true } };
}

const storedBalance = ({ widget }: Fields): unknown =>
  widget === null ? null : fieldsOf(fieldsOf(widget)["callback"])["balance"];

/**
 * Since when a client waited was not kept then: while no agent has had the chat, that is since it began; else since it changed last,
 * at the most. What a bot has is taken as answered.
 */
function waitingSince(state: unknown, { unread, agentIds, createdAtMs, updatedAtMs }: Fields): unknown {
  if (unread === 0 || state === "with_bot") return null;
  return Array.isArray(agentIds) && agentIds.length === 0 ? createdAtMs : updatedAtMs;
}

/**
 * Who pressed Reply was kept together with who closed the chat. A chat that one agent alone has to do with, and that is closed and was
 * nobody's then, may have been closed without Reply: it counts as not accepted.
 */
function wasAccepted(state: unknown, { agent, agentIds, visit }: Fields): boolean {
  const agents = Array.isArray(agentIds) ? agentIds.length : 0;
  if (state !== "closed") return agents > 0;
  return agent !== null || agents > 1 || fieldsOf(fieldsOf(visit)["crm"])["isOfAcceptance"] === true;
}

/** By kind, the first entry leads from version 1 to 2. */
const migrations: Readonly<Record<ActorKind, readonly Migration[]>> = {
  channel: [
    (_state, context) => ({
      ...context,
      settings: { ...fieldsOf(context["settings"]), acceptTimeoutMs: 60_000, bot: null },
    }),
    (_state, context) => ({
      ...context,
      settings: { ...fieldsOf(context["settings"]), webhooks: null, chatLogEmails: [], widget: null },
    }),
    (_state, context) => ({ ...context, settings: withWidgetLook(fieldsOf(context["settings"])) }),
    // Each start took the config file's balance then.
    (_state, context) => ({ ...context, declaredBalance: storedBalance(fieldsOf(context["settings"])) }),
  ],
  agent: [],
  bot: [],
  webhooks: [],
  call: [],
  chat: [
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
  ],
  delivery: [
    (_state, context) => ({
      ...context,
      cancellation: null,
      attempts: Array.from(Object(context["attempts"]), (attempt) => ({
        ...fieldsOf(attempt),
        address: null,
        answer: null,
        note: null,
      })),
    }),
    (_state, { content, sender, ...context }) => ({
      ...context,
      cargo: { kind: "message", content, sender },
      isInFront: false,
    }),
    /** The policy follows from the cargo. */
    (_state, { policy: _policy, ...context }) => context,
  ],
};

/** Reads a stored actor of any version. Throws when the row does not fit the machine. */
export function readStoredActor(row: ActorRow, kind: ActorKind): StoredActor {
  const { version } = definitions[kind];
  if (row.machine !== kind || row.version > version || row.version < 1) {
    throw new Defect(
      `Actor ${row.actor} is stored as ${row.machine} version ${row.version}; expected ${kind} version 1 to ${version}`,
    );
  }
  const state: unknown = JSON.parse(row.state);
  let context: unknown = JSON.parse(row.context);
  for (const migrate of migrations[kind].slice(row.version - 1)) context = migrate(state, fieldsOf(context));
  return { state, context };
}
