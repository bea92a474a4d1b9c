import { doneAnswer } from "../../../codec/desk/desk-answer-schemas.ts";
import {
  cannedRepliesAnswer,
  cannedReplyAnswer,
  cannedReplyChange,
  cannedReplyCreation,
  parseCannedReplyChange,
  parseCannedReplyCreation,
} from "../../../codec/desk/desk-own.ts";
import type { Result } from "../../../core/result.ts";
import { fail, ok } from "../../../core/result.ts";
import type { Accounts } from "../../../domain/agent/accounts/accounts.ts";
import { seesAllChannels } from "../../../domain/directory.ts";
import type { Operation } from "../operation.ts";
import { operation } from "../operation.ts";
import type { DeskCaller } from "./desk-caller.ts";

type CannedReplies = Accounts["cannedReplies"];

/** `/api/canned-replies…`: the shared replies and the caller's own. */
export const cannedReplyOperations = (replies: CannedReplies): readonly Operation[] => [
  listReplies(replies),
  createReply(replies),
  changeReply(replies),
  removeReply(replies),
];

const common = { tag: "Canned replies", gate: "load", access: "agent", scope: "chats:write" } as const;

const listReplies = (all: CannedReplies): Operation =>
  operation({
    ...common,
    method: "get",
    path: "/api/canned-replies",
    id: "listCannedReplies",
    scope: "chats:read",
    summary: "Lists the shared canned replies and those of the caller, by shortcut.",
    answer: { status: 200, description: "All of them.", schema: cannedRepliesAnswer },
    handle: async ({ caller }) => ok({ replies: await all.list(caller.profile.id) }),
  });

const createReply = (all: CannedReplies): Operation =>
  operation({
    ...common,
    method: "post",
    path: "/api/canned-replies",
    id: "createCannedReply",
    summary: "Creates a canned reply. Only administrators can create shared replies.",
    body: { schema: cannedReplyCreation, parse: parseCannedReplyCreation },
    answer: { status: 201, description: "The reply is there.", schema: cannedReplyAnswer },
    failures: ["conflict"],
    async handle({ caller, body: { shortcut, text, shared = false } }) {
      if (shared && !mayShare(caller)) return forAdministrators;
      const created = await all.create(caller.profile.id, { shortcut, text, shared });
      return created.ok ? ok({ reply: created.value }) : created;
    },
  });

/** Each given field replaces the stored value. */
const changeReply = (all: CannedReplies): Operation =>
  operation({
    ...common,
    method: "patch",
    path: "/api/canned-replies/:id",
    id: "changeCannedReply",
    summary: "Changes the given fields of a canned reply. Only administrators can change shared replies.",
    find: ({ caller, parameters: [id] }) => findOwn(all, caller, id),
    body: { schema: cannedReplyChange, parse: parseCannedReplyChange },
    answer: { status: 200, description: "The reply as it is now.", schema: cannedReplyAnswer },
    failures: ["conflict"],
    async handle({ caller, parameters: [id], body }) {
      if (body.shared === true && !mayShare(caller)) return forAdministrators;
      const changed = await all.change(caller.profile.id, id, body);
      return changed.ok ? ok({ reply: changed.value }) : changed;
    },
  });

const removeReply = (all: CannedReplies): Operation =>
  operation({
    ...common,
    method: "delete",
    path: "/api/canned-replies/:id",
    id: "deleteCannedReply",
    summary: "Deletes a canned reply. Only administrators can delete shared replies.",
    find: ({ caller, parameters: [id] }) => findOwn(all, caller, id),
    answer: { status: 200, description: "The canned reply was removed.", schema: doneAnswer },
    async handle({ caller, parameters: [id] }) {
      const removed = await all.remove(caller.profile.id, id);
      return removed.ok ? ok({ result: "ok" }) : removed;
    },
  });

/** Shared replies are for every channel, so a key of some channels cannot change them. */
const mayShare = ({ profile }: DeskCaller): boolean => seesAllChannels(profile);

/** Source: AUTH-15. */
const forAdministrators = fail(
  "access_denied",
  "Replies that all agents share are for administrators to make and change.",
);

/** Fails if the reply does not exist, or if it is shared and the caller is not an administrator. */
async function findOwn(all: CannedReplies, caller: DeskCaller, id: string): Promise<Result<undefined>> {
  const reply = await all.find(caller.profile.id, id);
  if (reply === undefined) return fail("not_found", "There is no such canned reply.");
  return reply.shared && !mayShare(caller) ? forAdministrators : ok(undefined);
}
