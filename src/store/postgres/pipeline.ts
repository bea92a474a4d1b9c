import type { Client, Connection, PoolClient, Submittable } from "pg";
import type { Wake } from "../../ports/clock.ts";
import { StoreAwayError } from "../../ports/store-errors.ts";
import { answerWithinMs } from "./database.ts";
import { wakeIn } from "./waiting.ts";

/** A statement that each connection prepares once, by its name. */
export interface Statement {
  readonly name: string;
  readonly text: string;
}
/** Bytes go as they are (arrays in their binary form), texts as PostgreSQL reads them. */
export type Value = Buffer | string | null;
export interface Call {
  readonly statement: Statement;
  readonly values: readonly Value[];
}
/** The columns of each row, as texts. */
export type Rows = readonly (readonly (string | null)[])[];

/**
 * Sends all calls in one packet and collects the rows of each. What fails keeps the later ones from running; they share one sync.
 * Rejects with what the database said, or once it was silent too long: the connection is of no use then.
 */
export function runCalls(client: Client | PoolClient, calls: readonly Call[]): Promise<readonly Rows[]> {
  return new Promise((resolve, reject) => {
    client.query(new Pipeline(calls, resolve, reject));
  });
}

/** What a connection has prepared; it tells that in the order in which it was asked. */
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
 * What `pg` takes in place of a query of its own, as its cursors are. Source: pg/lib/client.js (it calls `submit` and the `handle`s),
 * and PostgreSQL's frontend protocol, "Pipelining".
 */
class Pipeline implements Submittable {
  readonly #calls: readonly Call[];
  readonly #resolve: (rows: readonly Rows[]) => void;
  readonly #reject: (error: unknown) => void;
  readonly #rows: (string | null)[][][];
  #done = 0;
  #late: Wake | null = null;
  /** `pg` takes one for its own time limit. */
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
