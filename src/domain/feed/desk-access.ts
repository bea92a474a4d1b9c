import { createHash, randomUUID } from "node:crypto";
import type { AgentId, ChannelId } from "../../../machines/ids.ts";
import { keyPages, undamaged } from "../../core/rows/damaged-rows.ts";
import type { Clock, Wake } from "../../ports/clock.ts";
import type { Log } from "../../ports/log.ts";
import type { RowName, Store, Write } from "../../ports/store.ts";
import type { AgentEntry, Directory } from "../directory.ts";
import type { Feed } from "./feed.ts";

export interface DeskAccessParts {
  readonly directory: Directory;
  readonly feed: Pick<Feed, "cursor" | "isShared">;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** Called in the tick in which the access of these agents changes. */
  readonly changed: (agentIds: ReadonlySet<AgentId>) => void;
  /** Called when the agent was removed. */
  readonly removed: (agentId: AgentId) => void;
}

/** What each agent may see, and since when. A desk that was disconnected during a change must reload everything. */
export interface DeskAccess {
  /** Loads the notes of the last process, and detects changes made while no process ran. Call it when the directory is complete. */
  start(): Promise<void>;
  /** A name of the agent's present access, which is new after each change and each start. */
  markOf(agentId: AgentId): string;
  /**
   * Whether the agent's access changed after this cursor. If that is unknown, returns true. `mark` is the one that the desk had
   * before it read anything else.
   */
  isOutdated(agentId: AgentId, sinceCursor: number, mark?: string): boolean;
  stop(): void;
}

/**
 * Other nodes may learn of a change later than this one, and meanwhile show entries to desks that are beyond this one's cursor.
 * Longer than any node may stop before it is given up.
 */
const knownEverywhereMs = 10_000;

/** The last change of an agent's access that this process knows. */
interface Change {
  /** The feed's cursor at that time; -1 without a change. */
  readonly cursor: number;
  readonly mark: string;
}

const unchanged: Change = { cursor: -1, mark: "unchanged" };

interface Known {
  /** A hash of role and channels. */
  readonly digest: string;
  /** The feed's cursor at the last change; -1 without a change. */
  readonly changedCursor: number;
}

/**
 * The note of each agent is stored after the change itself. A process killed in between leaves an old digest. Then
 * the next process treats the change as new: a desk may reload needlessly, but never misses a change.
 */
export function createDeskAccess(parts: DeskAccessParts): DeskAccess {
  const { directory, feed, store, log } = parts;
  const changes = new Map<AgentId, Change>();
  const members = new Map<ChannelId, readonly AgentId[]>();
  /** The notes of the last process, by name. */
  let notes: ReadonlyMap<string, Known | null> = new Map();
  let isStarted = false;

  const changeOf = (id: AgentId): Change => changes.get(id) ?? unchanged;
  const note = (agentIds: Iterable<AgentId>): Promise<void> => {
    const notes = [...agentIds].flatMap((id): readonly Note[] => {
      const agent = directory.agent(id);
      if (agent === undefined) return [];
      return [{ id, digest: digestOf(agent, directory), changedCursor: changeOf(id).cursor }];
    });
    return storeNotes(store, notes);
  };
  const remember = (agentIds: ReadonlySet<AgentId>, changedCursor: number): void => {
    for (const id of agentIds) changes.set(id, { cursor: changedCursor, mark: randomUUID() });
    note(agentIds).catch((error: unknown) =>
      log.warn(
        { err: error },
        "the access of agents could not be stored; desks read everything again after the next start",
      ),
    );
  };
  const change = (agentIds: ReadonlySet<AgentId>): void => {
    if (agentIds.size === 0) return;
    remember(agentIds, feed.cursor);
    if (feed.isShared) fresh.add(agentIds);
    parts.changed(agentIds);
  };
  const fresh = createFreshChanges(parts.clock, (agentIds) => remember(agentIds, feed.cursor));
  /** No desk of this agent has ever seen anything. */
  const isNew = (id: AgentId): boolean => !changes.has(id) && !notes.has(factName(id));

  directory.onChannelChange((channelId, before, after) => {
    if (!isStarted) return;
    const was = members.get(channelId) ?? [];
    const is = directory.findEver(channelId)?.settings.agentIds ?? [];
    members.set(channelId, is);
    const isServedAsBefore = (before === undefined) === (after === undefined);
    change(new Set(isServedAsBefore ? either(was, is) : [...was, ...is, ...administrators(directory)]));
  });
  directory.onAgentChange((agentId, before, after) => {
    if (!isStarted) return;
    if (before !== undefined && after === undefined) parts.removed(agentId);
    else if (before === undefined && after !== undefined && isNew(agentId)) remember(new Set([agentId]), -1);
    else if (after !== undefined && before?.profile.role !== after.profile.role) change(new Set([agentId]));
  });

  return {
    async start() {
      notes = await readNotes(store);
      isStarted = true;
      for (const { settings } of directory.channelsEver()) members.set(settings.id, settings.agentIds);
      const changed: AgentId[] = [];
      for (const agent of directory.agents()) {
        const { id } = agent.profile;
        const known = notes.get(factName(id)) ?? null;
        const isSame = known?.digest === digestOf(agent, directory);
        changes.set(id, { cursor: isSame ? known.changedCursor : cursorOfNow(feed), mark: randomUUID() });
        if (!isSame) changed.push(id);
      }
      if (changed.length > 0) await note(changed);
    },
    markOf: (agentId) => changeOf(agentId).mark,
    isOutdated(agentId, sinceCursor, mark) {
      const { cursor, mark: present } = changeOf(agentId);
      // At the cursor of the change itself, only the mark says whether the desk read before the change or after it.
      return fresh.has(agentId) || sinceCursor < cursor || (sinceCursor === cursor && mark !== present);
    },
    stop: () => fresh.stop(),
  };
}

/** Agents whose access changed a moment ago, until every node knows of it. */
function createFreshChanges(clock: Clock, settled: (agentIds: ReadonlySet<AgentId>) => void) {
  const untilMs = new Map<AgentId, number>();
  let wake: Wake | null = null;
  const settle = (): void => {
    const nowMs = clock.nowMs();
    const due = new Set([...untilMs].filter(([, atMs]) => atMs <= nowMs).map(([id]) => id));
    for (const id of due) untilMs.delete(id);
    settled(due);
    const nextMs = Math.min(...untilMs.values());
    wake = untilMs.size === 0 ? null : clock.wakeAt(nextMs, settle);
  };
  return {
    has: (agentId: AgentId): boolean => untilMs.has(agentId),
    add(agentIds: ReadonlySet<AgentId>): void {
      const atMs = clock.nowMs() + knownEverywhereMs;
      for (const id of agentIds) untilMs.set(id, atMs);
      wake ??= clock.wakeAt(atMs, settle);
    },
    stop: (): void => wake?.cancel(),
  };
}

const factPrefix = "desk-access/";
/** `/` sorts right before `0`. */
const factsEnd = "desk-access0";
const rowsAtOnce = 1_000;
const factName = (id: AgentId): string => factPrefix + id;

interface Note extends Known {
  readonly id: AgentId;
}

/** Every node stores the notes of a change with its own cursor. The highest cursor counts. */
function storeNotes(store: Store, notes: readonly Note[]): Promise<void> {
  const names = notes.map(({ id }): RowName => ({ table: "fact", key: [factName(id)] }));
  return store.commit({ rows: names }, (rows) =>
    notes.map(({ id, digest, changedCursor }): Write => {
      const stored = undamaged(() => rows.read("fact", [factName(id)]));
      const before: Known | null = stored === undefined ? null : JSON.parse(stored.text);
      const known: Known = { digest, changedCursor: Math.max(changedCursor, before?.changedCursor ?? -1) };
      return { table: "fact", key: [factName(id)], row: { text: JSON.stringify(known) } };
    }),
  );
}

/** Includes the notes of removed agents. `null` for a damaged note, whose content is unknown: the desk reloads. */
async function readNotes(store: Store): Promise<ReadonlyMap<string, Known | null>> {
  const notes = new Map<string, Known | null>();
  for await (const page of keyPages(store, "fact", { after: [factPrefix], until: [factsEnd], limit: rowsAtOnce })) {
    for (const { key, row } of page) notes.set(key[0], row === null ? null : JSON.parse(row.text));
  }
  return notes;
}

/** A desk cannot have missed a change that came before everything else. */
const cursorOfNow = ({ cursor }: DeskAccessParts["feed"]): number => (cursor === 0 ? -1 : cursor);

/** The agents that are in only one of the lists. */
function either(left: readonly AgentId[], right: readonly AgentId[]): readonly AgentId[] {
  if (left === right) return [];
  const inLeft = new Set(left);
  const inRight = new Set(right);
  return [...left.filter((id) => !inRight.has(id)), ...right.filter((id) => !inLeft.has(id))];
}

const administrators = (directory: Directory): readonly AgentId[] =>
  directory.agents().flatMap(({ profile }) => (profile.role === "admin" ? [profile.id] : []));

function digestOf({ profile }: AgentEntry, directory: Directory): string {
  const seen = directory
    .channelsEver()
    .filter(({ settings }) => directory.canSee(profile, settings.id))
    .map(({ settings, isRemoved }) => `${settings.id}${isRemoved ? " removed" : ""}`)
    .sort();
  return createHash("sha256")
    .update([profile.role, ...seen].join("\n"))
    .digest("base64url");
}
