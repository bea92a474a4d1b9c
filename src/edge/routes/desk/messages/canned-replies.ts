import {
  cannedRepliesAnswer,
  cannedReplyAnswer,
  cannedReplyCreation,
  parseCannedReplyCreation,
} from "../../../../codec/desk/desk-own.ts";
import type { Failure } from "../../../../core/result.ts";
import type { Handler, Route } from "../../../server/router.ts";
import type { DeskCaller } from "../desk-caller.ts";
import { findCaller } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { readBody } from "../request/read-body.ts";

/**
 * `GET /api/canned-replies`: the shared replies and the caller's own, sorted by shortcut. `POST`: creates a reply, 201 `{reply}`.
 */
export const cannedRepliesRoute = (desk: DeskParts): Route => ({
  pattern: "/api/canned-replies",
  gate: "load",
  methods: { get: listReplies(desk), post: createReply(desk) },
  docs: {
    get: {
      id: "listCannedReplies",
      summary: "Lists the shared canned replies and those of the caller, by shortcut.",
      tag: "Canned replies",
      access: "agent",
      answer: { status: 200, description: "All of them.", schema: cannedRepliesAnswer },
    },
    post: {
      id: "createCannedReply",
      summary: "Creates a canned reply. Only administrators can create shared replies.",
      tag: "Canned replies",
      access: "agent",
      request: { schema: cannedReplyCreation },
      answer: { status: 201, description: "The reply is there.", schema: cannedReplyAnswer },
      failures: ["conflict"],
    },
  },
});

const listReplies =
  (desk: DeskParts): Handler =>
  async (exchange) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const replies = await desk.accounts.cannedReplies.list(caller.profile.id);
    exchange.answer(200, { body: JSON.stringify({ replies }) });
  };

const createReply =
  (desk: DeskParts): Handler =>
  async (exchange) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const bytes = await readBody(exchange, desk.limits);
    const body = bytes.ok ? parseCannedReplyCreation(bytes.value, desk.limits) : bytes;
    if (!body.ok) return exchange.answerFailure(body.failure);
    const { shortcut, text, shared = false } = body.value;
    const refused = shared ? refuseSharing(caller) : null;
    if (refused !== null) return exchange.answerFailure(refused);
    const created = await desk.accounts.cannedReplies.create(caller.profile.id, { shortcut, text, shared });
    if (created.ok) exchange.answer(201, { body: JSON.stringify({ reply: created.value }) });
    else exchange.answerFailure(created.failure);
  };

/**
 * Returns why the caller may not create, change or remove a reply that all agents share; null for administrators. Source:
 * AUTH-15.
 */
export const refuseSharing = ({ profile }: DeskCaller): Failure | null =>
  profile.role === "admin"
    ? null
    : { code: "access_denied", message: "Replies that all agents share are for administrators to make and change." };
