import { doneAnswer } from "../../../../codec/desk/desk-answer-schemas.ts";
import { cannedReplyAnswer, cannedReplyChange, parseCannedReplyChange } from "../../../../codec/desk/desk-own.ts";
import type { Failure } from "../../../../core/result.ts";
import type { Handler, Route } from "../../../server/router.ts";
import type { DeskCaller } from "../desk-caller.ts";
import { findCaller } from "../desk-caller.ts";
import type { DeskParts } from "../desk-parts.ts";
import { readBody } from "../request/read-body.ts";
import { refuseSharing } from "./canned-replies.ts";

/** `PATCH /api/canned-replies/{id}`: each given field replaces the stored value. `DELETE`: removes the reply. */
export const cannedReplyRoute = (desk: DeskParts): Route => ({
  pattern: "/api/canned-replies/:id",
  gate: "load",
  methods: { patch: changeReply(desk), delete: removeReply(desk) },
  docs: {
    patch: {
      id: "changeCannedReply",
      summary: "Changes the given fields of a canned reply. Only administrators can change shared replies.",
      tag: "Canned replies",
      access: "agent",
      request: { schema: cannedReplyChange },
      answer: { status: 200, description: "The reply as it is now.", schema: cannedReplyAnswer },
      failures: ["conflict"],
    },
    delete: {
      id: "deleteCannedReply",
      summary: "Deletes a canned reply. Only administrators can delete shared replies.",
      tag: "Canned replies",
      access: "agent",
      answer: { status: 200, description: "The canned reply was removed.", schema: doneAnswer },
    },
  },
});

const changeReply =
  (desk: DeskParts): Handler =>
  async (exchange, [id = ""]) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const [bytes, missed] = await Promise.all([readBody(exchange, desk.limits), refuseToChange(desk, caller, id)]);
    if (missed !== null) return exchange.answerFailure(missed);
    const body = bytes.ok ? parseCannedReplyChange(bytes.value, desk.limits) : bytes;
    if (!body.ok) return exchange.answerFailure(body.failure);
    const refused = body.value.shared === true ? refuseSharing(caller) : null;
    if (refused !== null) return exchange.answerFailure(refused);
    const changed = await desk.accounts.cannedReplies.change(caller.profile.id, id, body.value);
    if (changed.ok) exchange.answer(200, { body: JSON.stringify({ reply: changed.value }) });
    else exchange.answerFailure(changed.failure);
  };

const removeReply =
  (desk: DeskParts): Handler =>
  async (exchange, [id = ""]) => {
    const caller = findCaller(desk, exchange);
    if (caller === null) return;
    const missed = await refuseToChange(desk, caller, id);
    if (missed !== null) return exchange.answerFailure(missed);
    const removed = await desk.accounts.cannedReplies.remove(caller.profile.id, id);
    if (removed.ok) exchange.answer(200, { body: '{"result":"ok"}' });
    else exchange.answerFailure(removed.failure);
  };

/** Returns why the caller may not change the reply: it does not exist, or it is shared and the caller is not an administrator. */
async function refuseToChange({ accounts }: DeskParts, caller: DeskCaller, id: string): Promise<Failure | null> {
  const reply = await accounts.cannedReplies.find(caller.profile.id, id);
  if (reply === undefined) return { code: "not_found", message: "There is no such canned reply." };
  return reply.shared ? refuseSharing(caller) : null;
}
