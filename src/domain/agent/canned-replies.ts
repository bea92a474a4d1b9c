import type { AgentId } from "../../../machines/ids.ts";
import { createOneAtATime } from "../../core/one-at-a-time.ts";
import { createOneEverywhere } from "../../core/peers/one-everywhere.ts";
import { createUlids } from "../../core/random/ulid.ts";
import type { Failure, Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Peers } from "../../ports/peers.ts";
import type { CannedReplyRow, ScanEntry, Store, Write } from "../../ports/store.ts";

/** The owner of shared replies. */
const nobody = 0;
/** The limit for shared replies, and for the replies of each agent. */
export const cannedRepliesMax = 500;
const idPattern = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** A text that agents write often, and its shortcut. */
export interface CannedReply {
  /** A ULID; stays when the reply is shared or taken back. */
  readonly id: string;
  readonly shortcut: string;
  readonly text: string;
  /** Whether all agents have it, or only its owner. */
  readonly shared: boolean;
}

export type NewCannedReply = Omit<CannedReply, "id">;
/** Absent fields stay as they are. */
export type CannedReplyChange = { readonly [Key in keyof NewCannedReply]?: NewCannedReply[Key] | undefined };

/**
 * The canned replies of all agents. The caller checks the right to share. A change is durable when it resolves. It fails with
 * `conflict` when the shortcut is taken or there are too many replies, with `not_found` when the agent has no such reply.
 */
export interface CannedReplies {
  /** The shared replies and the agent's own, sorted by shortcut. */
  list(agentId: AgentId): Promise<readonly CannedReply[]>;
  /** Finds a shared reply or one of the agent's own. */
  find(agentId: AgentId, id: string): Promise<CannedReply | undefined>;
  create(agentId: AgentId, reply: NewCannedReply): Promise<Result<CannedReply>>;
  /** A reply that is no longer shared belongs to the agent who made this change. */
  change(agentId: AgentId, id: string, change: CannedReplyChange): Promise<Result<CannedReply>>;
  remove(agentId: AgentId, id: string): Promise<Result<void>>;
  /** Resolves when the agent's own replies are deleted. */
  forget(agentId: AgentId): Promise<void>;
}

/** Only members get a reply, so the replies of a removed agent stay deleted. Without `peers` there are no other processes. */
export function createCannedReplies(
  store: Store,
  clock: Clock,
  members: ReadonlySet<AgentId>,
  peers?: Peers,
): CannedReplies {
  const newId = createUlids();
  /** No other change runs between the reads of a change and its commit. */
  const oneAtATime =
    peers === undefined
      ? createOneAtATime()
      : createOneEverywhere({ peers, clock, name: "canned-replies", catchUp: async () => undefined });
  const commit = (writes: readonly Write[]): Promise<void> => store.commit({}, () => writes);

  const rowsOf = (owner: number): Promise<readonly ScanEntry<"cannedReply">[]> =>
    store.scan("cannedReply", { prefix: [owner], limit: cannedRepliesMax });

  const find = async (agentId: AgentId, id: string): Promise<CannedReply | undefined> => {
    if (!idPattern.test(id)) return undefined;
    const shared = await store.read("cannedReply", [nobody, id]);
    if (shared !== undefined) return toReply([nobody, id], shared);
    const own = await store.read("cannedReply", [agentId, id]);
    return own && toReply([agentId, id], own);
  };

  /** Why the owner cannot have this reply in addition to the present ones. */
  const refuse = async (agentId: AgentId, reply: CannedReply, isNew: boolean): Promise<Failure | null> => {
    if (!members.has(agentId)) return { code: "unauthorized", message: "The agent does not exist any more." };
    const others = (await rowsOf(ownerOf(agentId, reply))).filter(({ key }) => key[1] !== reply.id);
    const folded = foldShortcut(reply.shortcut);
    const taken = others.find(({ row }) => foldShortcut(row.shortcut) === folded);
    if (taken !== undefined) return conflict(`Field shortcut is taken: ${describe(reply)} has ${taken.row.shortcut}.`);
    if (!isNew || others.length < cannedRepliesMax) return null;
    return conflict(`There can be ${cannedRepliesMax} ${describeMany(reply)}: remove one first.`);
  };

  return {
    async list(agentId) {
      const [own, shared] = await Promise.all([rowsOf(agentId), rowsOf(nobody)]);
      return [...own, ...shared].map(({ key, row }) => toReply(key, row)).sort(byShortcut);
    },
    find,
    create: (agentId, written) =>
      oneAtATime(async () => {
        const reply = { id: newId(clock.nowMs()), ...written };
        const refused = await refuse(agentId, reply, true);
        if (refused !== null) return { ok: false, failure: refused };
        await commit([writeOf(agentId, reply)]);
        return ok(reply);
      }),
    change: (agentId, id, { shortcut, text, shared }) =>
      oneAtATime(async () => {
        const before = await find(agentId, id);
        if (before === undefined) return missing;
        const reply = {
          id,
          shortcut: shortcut ?? before.shortcut,
          text: text ?? before.text,
          shared: shared ?? before.shared,
        };
        const isMoving = reply.shared !== before.shared;
        const refused = await refuse(agentId, reply, isMoving);
        if (refused !== null) return { ok: false, failure: refused };
        await commit([...(isMoving ? [eraseOf(agentId, before)] : []), writeOf(agentId, reply)]);
        return ok(reply);
      }),
    remove: (agentId, id) =>
      oneAtATime(async () => {
        const reply = await find(agentId, id);
        if (reply === undefined) return missing;
        await commit([eraseOf(agentId, reply)]);
        return ok(undefined);
      }),
    forget: (agentId) =>
      oneAtATime(async () => {
        const rows = await rowsOf(agentId);
        if (rows.length > 0) await commit(rows.map(({ key }) => ({ table: "cannedReply", key, row: null })));
      }),
  };
}

/** Shortcuts are compared without regard to case, in any script. */
const foldShortcut = (shortcut: string): string => shortcut.toUpperCase().toLowerCase().normalize("NFC");

/** An agent's own reply comes before a shared one with the same shortcut. */
function byShortcut(left: CannedReply, right: CannedReply): number {
  const [one, other] = [foldShortcut(left.shortcut), foldShortcut(right.shortcut)];
  if (one !== other) return one < other ? -1 : 1;
  return Number(left.shared) - Number(right.shared);
}

const missing = fail("not_found", "There is no such canned reply.");
const conflict = (message: string): Failure => ({ code: "conflict", message });
const describe = ({ shared }: CannedReply): string => (shared ? "another shared reply" : "another reply of yours");
const describeMany = ({ shared }: CannedReply): string => (shared ? "shared replies" : "replies of your own");

const ownerOf = (agentId: AgentId, { shared }: CannedReply): number => (shared ? nobody : agentId);
const writeOf = (agentId: AgentId, reply: CannedReply): Write => ({
  table: "cannedReply",
  key: [ownerOf(agentId, reply), reply.id],
  row: { shortcut: reply.shortcut, text: reply.text },
});
const eraseOf = (agentId: AgentId, reply: CannedReply): Write => ({
  table: "cannedReply",
  key: [ownerOf(agentId, reply), reply.id],
  row: null,
});

const toReply = ([owner, id]: readonly [number, string], { shortcut, text }: CannedReplyRow): CannedReply => ({
  id,
  shortcut,
  text,
  shared: owner === nobody,
});
