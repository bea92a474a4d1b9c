import { Defect } from "../../core/assert.ts";
import type { ActorRow } from "../../ports/store.ts";
import type { StoredForm } from "../../ports/stored-form.ts";
import type { Actor, StoredFields } from "../actor-definition.ts";

/** State and context of a stored actor as the present machine knows them. */
export interface StoredActor<Context = unknown> {
  readonly state: string;
  readonly context: Context;
}

export const fieldsOf = (value: unknown): StoredFields => Object(value);

/** Reads a stored actor of any version. Throws when the row does not fit the machine. */
export function readStored<Context>(actor: Actor<Context>, row: ActorRow): StoredActor<Context> {
  const { kind, version } = actor;
  if (row.machine !== kind || row.version > version || row.version < 1) {
    throw new Defect(
      `Actor ${row.actor} is stored as ${row.machine} version ${row.version}; expected ${kind} version 1 to ${version}`,
    );
  }
  return { state: row.state, context: readContext(actor, row) };
}

function readContext<Context>({ form, migrations, jsonVersion }: Actor<Context>, row: ActorRow): Context {
  const { actor, version, state, context } = row;
  if ((typeof context === "string") !== version <= jsonVersion) {
    const [expected, got] = version <= jsonVersion ? ["JSON", "bytes"] : ["bytes", "JSON"];
    throw new Defect(`Actor ${actor} is stored as version ${version}; expected a context in ${expected}, got ${got}`);
  }
  if (typeof context !== "string") return decodeContext(form, row, context);
  let fields: unknown = JSON.parse(context);
  for (const migrate of migrations.slice(version - 1)) fields = migrate(state, fieldsOf(fields));
  // The row says that it belongs to this machine, and the migrations lead to the machine's present form.
  return fields as Context;
}

function decodeContext<Context>(
  form: StoredForm<Context>,
  { actor, machine, version }: ActorRow,
  bytes: Uint8Array,
): Context {
  try {
    return form.decode(bytes);
  } catch (cause) {
    throw new Defect(`Actor ${actor} is stored as ${machine} version ${version}, and its context cannot be read`, {
      cause,
    });
  }
}
