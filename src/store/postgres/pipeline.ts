import type { Client, Connection, PoolClient, Submittable } from "pg";
import type { Wake } from "../../ports/clock.ts";
import { StoreAwayError } from "../../ports/store-errors.ts";
import { answerWithinMs } from "./database.ts";
import { wakeIn } from "./waiting.ts";

/** A statement that each connection prepares once under its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}
/** A Buffer is sent as it is (arrays in binary form), a text in the text form of PostgreSQL. */
export type Value = Buffer | string | null;
export interface Call {
  readonly statement: Statement;
  readonly values: readonly Value[];
}
/** The columns of each row, as text. */
export type Rows = readonly (readonly (string | null)[])[];

/**
 * Sends all calls in one packet and collects the rows of each. The calls share one sync, so a failure stops all later calls.
 * Rejects with the error of the database, or after too long a silence. A silent connection must not be used again.
 */
export function runCalls(client: Client | PoolClient, calls: readonly Call[]): Promise<readonly Rows[]> {
  return new Promise((resolve, reject) => {
    client.query(new Pipeline(calls, resolve, reject));
  });
}

/** The prepared statements of a connection. The connection confirms them in the order of the requests. */
interface Prepared {
  readonly names: Set<string>;
  asked: string[];
}
const preparedBy = new WeakMap<Connection, Prepared>();

function preparedOf(connection: Connection): Prepared {
  const known = preparedBy.get(connection);
  if (known !== undefined) return known;
  const prepared: Prepared = { names: new Set(), asked: [] };
  connection.on("parseComplete", () => {
    const name = prepared.asked.shift();
    if (name !== undefined) prepared.names.add(name);
  });
  preparedBy.set(connection, prepared);
  return prepared;
}

/**
 * An object that `pg` accepts in place of a query, like its cursors. Source: pg/lib/client.js (it calls `submit` and the `handle`s),
 * and PostgreSQL's frontend protocol, "Pipelining".
 */
class Pipeline implements Submittable {
  readonly #calls: readonly Call[];
  readonly #resolve: (rows: readonly Rows[]) => void;
  readonly #reject: (error: unknown) => void;
  readonly #rows: (string | null)[][][];
  #done = 0;
  #late: Wake | null = null;
  /** `pg` needs a callback for its own time limit. */
  callback = (): void => undefined;

  constructor(calls: readonly Call[], resolve: (rows: readonly Rows[]) => void, reject: (error: unknown) => void) {
    this.#calls = calls;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#rows = calls.map(() => []);
  }

  submit(connection: Connection): void {
    const prepared = preparedOf(connection);
    prepared.asked = [];
    this.#late = wakeIn(answerWithinMs, () => this.#giveUp(connection));
    connection.stream.cork();
    for (const { statement, values } of this.#calls) {
      const { name, text } = statement;
      if (!prepared.names.has(name) && !prepared.asked.includes(name)) {
        connection.parse({ name, text, types: [] }, true);
        prepared.asked.push(name);
      }
      connection.bind({ statement: name, values: [...values] }, true);
      connection.execute({}, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  handleDataRow({ fields }: { readonly fields: (string | null)[] }): void {
    this.#rows[this.#done]?.push(fields);
  }

  handleCommandComplete(): void {
    this.#done += 1;
  }

  handleError(error: unknown): void {
    this.#end();
    this.#reject(error);
  }

  handleReadyForQuery(): void {
    this.#end();
    this.#resolve(this.#rows);
  }

  #end(): void {
    this.#late?.cancel();
    this.callback();
  }

  #giveUp({ stream }: Connection): void {
    const silent = new StoreAwayError(`The database did not answer within ${answerWithinMs} ms`);
    this.#reject(silent);
    stream.destroy(silent);
  }
}
