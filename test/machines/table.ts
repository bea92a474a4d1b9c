import type { Test } from "tap";
import type { ChatInput } from "../../machines/chat/chat.types.ts";
import type { ActorKey, ConversationKey } from "../../machines/ids.ts";
import type { ActorEvent, Effect } from "../../src/domain/effects.ts";
import { Cell, throughStore } from "./cells.ts";

/** One row of a machine's table: after `given`, the event `when` leads to `state` and `effects`. */
export interface TableRow {
  /** Names the row in the message of a failure. */
  readonly name: string;
  readonly given: readonly ActorEvent[];
  readonly when: ActorEvent;
  readonly state: string;
  readonly effects: readonly Effect[];
  /** Parts of the context that are compared in addition to state and effects. */
  readonly context?: Readonly<Record<string, unknown>>;
}

/** An actor as it begins. */
export interface Begun {
  readonly actor: ActorKey;
  readonly conversation: ConversationKey;
  readonly input: ActorEvent | ChatInput;
}

export interface Table extends Begun {
  /** The rows of each test, by its title, which starts with the rule. */
  readonly tests: Readonly<Record<string, readonly TableRow[]>>;
}

function play(begun: Begun, row: TableRow, between: (cell: Cell) => Cell): { cell: Cell; effects: readonly Effect[] } {
  let cell = Cell.create(begun.actor, begun.conversation, begun.input);
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

/** How an actor goes from one step to the next. */
export const ways = [
  ["live", (cell: Cell) => cell],
  ["rehydrated before every step", throughStore],
] as const;

/** Checks one row twice: on an actor in memory, and on one that is evicted before every step. */
export function checkRow(t: Test, begun: Begun, row: TableRow): void {
  for (const [way, between] of ways) {
    const name = `${row.name} (${way})`;
    try {
      const { cell, effects } = play(begun, row, between);
      t.equal(cell.state, row.state, `${name}: state`);
      t.strictSame(effects, row.effects, `${name}: effects`);
      if (row.context !== undefined) t.strictSame(partsOf(cell.context, row.context), row.context, `${name}: context`);
    } catch (error) {
      t.fail(`${name}: ${String(error)}`);
    }
  }
}

/** Runs each test of the table. A row that fails does not end the rows after it. */
export function runTable(t: Test, { tests, ...begun }: Table): void {
  for (const [title, rows] of Object.entries(tests))
    t.test(title, async (t) => {
      for (const row of rows) checkRow(t, begun, row);
    });
}
