import type { Test } from "tap";
import type { ChatInput } from "../../machines/chat/chat.types.ts";
import type { ActorKey, ConversationKey } from "../../machines/ids.ts";
import type { ActorEvent, Effect } from "../../src/domain/effects.ts";
import { Cell, throughStore } from "./cells.ts";

/** One row of a machine's table: after `given`, the event `when` leads to `state` and `effects`. */
export interface TableRow {
  readonly rule: string;
  readonly given: readonly ActorEvent[];
  readonly when: ActorEvent;
  readonly state: string;
  readonly effects: readonly Effect[];
  /** Parts of the context that are compared in addition to state and effects. */
  readonly context?: Readonly<Record<string, unknown>>;
}

export interface Table {
  readonly actor: ActorKey;
  readonly conversation: ConversationKey;
  readonly input: ActorEvent | ChatInput;
  readonly rows: readonly TableRow[];
}

function play(table: Table, row: TableRow, between: (cell: Cell) => Cell): { cell: Cell; effects: readonly Effect[] } {
  let cell = Cell.create(table.actor, table.conversation, table.input);
  cell.takeEffects();
  for (const event of row.given) {
    cell = between(cell);
    cell.step(event);
  }
  cell = between(cell);
  return { effects: cell.step(row.when), cell };
}

/** Returns the fields of `whole` that `pattern` names. Lists are compared completely, so that an extra entry is found. */
function partsOf(whole: unknown, pattern: unknown): unknown {
  if (Array.isArray(whole) && Array.isArray(pattern)) return whole.map((item, index) => partsOf(item, pattern[index]));
  if (!isFields(whole) || !isFields(pattern)) return whole;
  return Object.fromEntries(Object.keys(pattern).map((key) => [key, partsOf(whole[key], pattern[key])]));
}

const isFields = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Runs every row twice: on an actor in memory, and on one that is evicted before every step. */
export function runTable(t: Test, table: Table): void {
  for (const row of table.rows) {
    for (const [way, between] of [
      ["live", (cell: Cell) => cell],
      ["rehydrated before every step", throughStore],
    ] as const) {
      t.test(`${row.rule} (${way})`, async (t) => {
        const { cell, effects } = play(table, row, between);
        t.equal(cell.state, row.state, "state");
        t.strictSame(effects, row.effects, "effects");
        if (row.context !== undefined) t.strictSame(partsOf(cell.context, row.context), row.context, "context");
      });
    }
  }
}
