/** One line of the service with a mistake. `PLANTED` in `wrong` is the condition that the bug is switched on. */
export interface PlantedBug {
  readonly name: string;
  readonly file: string;
  /** The correct line. It occurs exactly once in the file. */
  readonly right: string;
  readonly wrong: string;
}

/** Mistakes that a developer could easily make. Each has a switch in the simulation's build, so that one build contains all mistakes. */
export const plantedBugs: readonly PlantedBug[] = [
  {
    name: "a journal that does not wait for the disk",
    file: "src/store/lmdb/journal/journal.ts",
    right: "(writesAreSynced ? constants.O_DSYNC : 0)",
    wrong: "(writesAreSynced && !PLANTED ? constants.O_DSYNC : 0)",
  },
  {
    name: "a new segment whose name is not synced",
    file: "src/store/lmdb/journal/journal.ts",
    right: "await this.#options.disk.syncFolder(this.#options.folder);",
    wrong: "if (!PLANTED) await this.#options.disk.syncFolder(this.#options.folder);",
  },
  {
    name: "segments given back before their rows are on the disk",
    file: "src/store/lmdb/rows/write-behind.ts",
    right: "await environment.apply(this.#writing, recordNumber, () => onFlushed(recordNumber), pause);",
    wrong:
      "if (PLANTED) onFlushed(recordNumber); await environment.apply(this.#writing, recordNumber, () => PLANTED || onFlushed(recordNumber), pause);",
  },
  {
    name: "a record taken without its checksum",
    file: "src/store/lmdb/journal/journal.ts",
    right: "if (actual !== expected)",
    wrong: "if (actual !== expected && !PLANTED)",
  },
  {
    name: "an answer before the commit",
    file: "src/actors/turn.ts",
    right: 'return draft.finish(feedCursor, (steps) => rows.draw("history") ?? parts.history.reserve(steps));',
    wrong:
      'if (PLANTED) for (const turn of turns.splice(0)) answer(turn.pending, turn.outcome, parts); return draft.finish(feedCursor, (steps) => rows.draw("history") ?? parts.history.reserve(steps));',
  },
  {
    name: "an effect before the commit",
    file: "src/actors/turn.ts",
    right: "if (!parts.isShared) feedCursor = parts.feed.reserve(draft.feed.length);",
    wrong:
      "if (!parts.isShared) feedCursor = parts.feed.reserve(draft.feed.length); if (PLANTED) { parts.executor.release({ ...draft, atMs: draft.atMs, deadlines: [], tells: [], feed: [], released: draft.released } as never, feedCursor); draft.released.length = 0; }",
  },
  {
    name: "timers that are not armed again after a restart",
    file: "src/actors/deadlines/scheduler.ts",
    right: "else if (row.atMs < horizonAtMs) heap.push(row);",
    wrong: "else if (row.atMs < horizonAtMs && !PLANTED) heap.push(row);",
  },
  {
    name: "attempts that a restart cut off and nobody ends",
    file: "src/actors/deadlines/scheduler.ts",
    right: "if (row.atRestart) fire(row, true);",
    wrong: "if (row.atRestart && PLANTED) return; if (row.atRestart) fire(row, true);",
  },
  {
    name: "timers that ring a second early",
    file: "src/actors/deadlines/scheduler.ts",
    right: "if (top === undefined || top.atMs > nowMs) return undefined;",
    wrong: "if (top === undefined || top.atMs > nowMs + (PLANTED ? 1_000 : 0)) return undefined;",
  },
  {
    name: "an attempt that leaves beside its deadline",
    file: "src/domain/carry-out.ts",
    right: "parts.clock.nowMs() > release.leavesByMs;",
    wrong: "!PLANTED && parts.clock.nowMs() > release.leavesByMs;",
  },
  {
    name: "a deadline that ends an attempt whose outcome waits for the store",
    file: "src/actors/actor-system.ts",
    right: "const inHand = row.atRestart ? executor.outcomeInHand(actor) : undefined;",
    wrong: "const inHand = row.atRestart && !PLANTED ? executor.outcomeInHand(actor) : undefined;",
  },
  {
    name: "an event that happens when it was sent, not when it is applied",
    file: "src/actors/turn.ts",
    right: "return event.nowMs === undefined || event.nowMs === nowMs ? pending",
    wrong: "return PLANTED || event.nowMs === undefined || event.nowMs === nowMs ? pending",
  },
  {
    name: "an attempt whose stored start is before its commit",
    file: "src/actors/step.ts",
    right: "const atMs = atRestart ? askedMs + draft.leewayMs : askedMs;",
    wrong: "const atMs = atRestart && !PLANTED ? askedMs + draft.leewayMs : askedMs;",
  },
  {
    name: "a mark that is not stored with its message",
    file: "src/actors/idempotency.ts",
    right: "commit.draft.writeMark(nameOfMark(mark), {",
    wrong: "if (!PLANTED) commit.draft.writeMark(nameOfMark(mark), {",
  },
  {
    name: "a lane that takes the last first",
    file: "machines/chat/steps/lane-steps.ts",
    right: "const [next, ...waiting] = lane.waiting;",
    wrong: "const [next, ...waiting] = PLANTED ? lane.waiting.toReversed() : lane.waiting;",
  },
  {
    name: "a lane that is lost at a failure",
    file: "machines/bot-conversation/steps.ts",
    right: "if (next === undefined) return { lane: emptyBotLane };",
    wrong: "if (next === undefined || PLANTED) return { lane: emptyBotLane };",
  },
  {
    name: "a fourth attempt",
    file: "machines/delivery/policies.ts",
    right: "attemptsMax: 3,",
    wrong: "get attemptsMax() { return PLANTED ? 4 : 3; },",
  },
  {
    name: "attempts counted anew after a restart",
    file: "machines/delivery/delivery-steps.ts",
    right: "return { attempts: [...context.attempts, attempt], isInFront: false };",
    wrong:
      'if (PLANTED && event.type === "deadline.reached" && context.attempts.at(-1)?.failure?.kind === "interrupted") return { attempts: [attempt], isInFront: false }; return { attempts: [...context.attempts, attempt], isInFront: false };',
  },
  {
    name: "a chat that a second agent may take",
    file: "machines/chat/steps/hand-steps.ts",
    right: "hasThisAgent: ({ agent }, event: AcceptRequested) => agent?.id === event.agent.id,",
    wrong: "hasThisAgent: ({ agent }, event: AcceptRequested) => PLANTED || agent?.id === event.agent.id,",
  },
  {
    name: "an event for the owner whose body is made anew",
    file: "src/domain/carry-out.ts",
    right: "const body = await bodyOfWebhook(row, chatId, { store, chatLog });",
    wrong:
      "const made = await bodyOfWebhook(row, chatId, { store, chatLog }); const body = PLANTED ? Buffer.concat([Buffer.from(made), Buffer.alloc(attempt - 1, 32)]) : made;",
  },
  {
    name: "a desk that misses the first of what it missed",
    file: "src/edge/sockets/desk/desk-entry.ts",
    right: "const visible = page.filter(({ entry }) => parts.directory.canSee(profile, entry.channelId));",
    wrong:
      "const visible = page.slice(PLANTED ? 1 : 0).filter(({ entry }) => parts.directory.canSee(profile, entry.channelId));",
  },
  {
    name: "a cursor ahead of what is shown",
    file: "src/edge/sockets/desk/desk-entry.ts",
    right: "let cursor = sinceCursor;",
    wrong: "let cursor = sinceCursor + (PLANTED ? 2 : 0);",
  },
  {
    name: "a page that misses what was said while it was away",
    file: "src/edge/sockets/visitor/visitor-entry.ts",
    right: "open === null ? [] : readMessageFrames(open, isOpen ? since : 0, messagesMax, parts),",
    wrong: "open === null ? [] : readMessageFrames(open, isOpen ? since + (PLANTED ? 1 : 0) : 0, messagesMax, parts),",
  },
  {
    name: "an agent who stays after the desk has gone",
    file: "src/edge/sockets/desk/desk-sockets.ts",
    right: 'if (last !== null && last.name !== "closing" && last.owner.key === null)',
    wrong: 'if (last !== null && last.name !== "closing" && last.owner.key === null && !PLANTED)',
  },
  {
    name: "a client on the blacklist who is offered all the same",
    file: "machines/chat/steps/visitor-steps.ts",
    right: "isBlacklisted: ({ client }) => client.isBlacklisted,",
    wrong: "isBlacklisted: ({ client }) => client.isBlacklisted && !PLANTED,",
  },
  {
    name: "rows that are marked applied before they are",
    file: "src/store/lmdb/rows/write-behind.ts",
    right: "const recordNumber = this.#writingNumber;",
    wrong: "const recordNumber = PLANTED ? this.#lastNumber : this.#writingNumber;",
  },
  {
    name: "a numbering that goes back after a restart",
    file: "src/domain/feed/feed.ts",
    right: "return last.key[0] + (last.row?.entries.length ?? entriesMax) - 1;",
    wrong: "return last.key[0] + (PLANTED ? 0 : (last.row?.entries.length ?? entriesMax)) - 1;",
  },
  {
    name: "retention that takes an open chat",
    file: "src/domain/housekeeping/retention.ts",
    right: 'keyPages(store, "chatState", { prefix: ["closed"], limit: chatsAtOnce }, isStopped)',
    wrong:
      'keyPages(store, "chatState", { ...(PLANTED ? {} : { prefix: ["closed"] }), limit: chatsAtOnce }, isStopped)',
  },
  {
    name: "a removal that nobody finishes after a crash",
    file: "src/domain/housekeeping/retention.ts",
    right: "  await finishRemovals(parts, isStopped);\n  if (limits.chatKeptDays === 0) return;",
    wrong: "  if (!PLANTED) await finishRemovals(parts, isStopped);\n  if (limits.chatKeptDays === 0) return;",
  },
  {
    name: "a machine that answers before it knows what it missed",
    file: "src/app/wire.ts",
    right: "peers.isBehind() || freshRows.isReloading()",
    wrong: "!PLANTED && (peers.isBehind() || freshRows.isReloading())",
  },
];
