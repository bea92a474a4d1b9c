import { Defect } from "../../core/assert.ts";
import type { ActorRow } from "../../ports/store.ts";
import type { StoredForm } from "../../ports/stored-form.ts";
import type { Actor } from "../actor-definition.ts";

/** State and context of a stored actor as the present machine knows them. */
export interface StoredActor<Context = unknown> {
  readonly state: string;
  readonly context: Context;
}

/** Reads a stored actor of any version. Throws when the row does not fit the machine. */
export function readStored<Context>(actor: Actor<Context>, row: ActorRow): StoredActor<Context> {
  const { kind, form } = actor;
  if (row.machine !== kind || row.version > form.version || row.version < 1) {
    throw new Defect(
      `Actor ${row.actor} is stored as ${row.machine} version ${row.version}; expected ${kind} version 1 to ${form.version}`,
    );
  }
  return { state: row.state, context: readContext(actor, row) };
}

function readContext<Context>({ form, migrate }: Actor<Context>, row: ActorRow): Context {
  let context = decodeContext(form, row);
  for (let version = row.version; version < form.version; version += 1) context = migrate(version, row.state, context);
  return context;
}

function decodeContext<Context>(form: StoredForm<Context>, { actor, machine, version, context }: ActorRow): Context {
  try {
    return form.decode(context);
  } catch (cause) {
    throw new Defect(`Actor ${actor} is stored as ${machine} version ${version}, and its context cannot be read`, {
      cause,
    });
  }
}
