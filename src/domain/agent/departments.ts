import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import { undamaged } from "../../core/rows/damaged-rows.ts";
import type { FreshRows } from "../../core/rows/fresh-rows.ts";
import type { Store } from "../../ports/store.ts";
import type { Directory } from "../directory.ts";
import type { Named } from "../named-rows.ts";
import { openNamedRows } from "../named-rows.ts";

/** The counter of departments' numbers. */
const departmentCounter = "department";

export type Department = Named<number>;

/** Agents belong to departments, and chats are transferred to them. Look-ups do not block. */
export interface Departments {
  /** `id` comes from a person: any number. */
  find(id: number): Department | undefined;
  /** By id. */
  list(): readonly Department[];
  /** Creates or renames the departments of the config file; the others stay. Durable when it resolves. */
  declare(departments: readonly Department[]): Promise<void>;
  /** Absent `given`: takes the next number. Fails with `conflict` when the number is taken. */
  make(given: number | undefined, name: string): Promise<Result<Department>>;
  /** Durable when it resolves. */
  rename(id: number, name: string): Promise<void>;
  /** Fails with `conflict` while agents belong to the department. */
  remove(id: number): Promise<Result<void>>;
}

/** Reads every department. */
export async function openDepartments({
  store,
  freshRows,
  directory,
}: {
  readonly store: Store;
  readonly freshRows: FreshRows;
  readonly directory: Directory;
}): Promise<Departments> {
  const rows = await openNamedRows({
    store,
    freshRows,
    table: "department",
    toWrite: (id, row) => ({ table: "department", key: [id], row }),
    changedElsewhere: () => directory.namesChanged(),
  });
  return {
    find: (id) => rows.find(id),
    list: () => rows.list(),
    declare: (departments) => rows.keep(departments),
    /** No number is used twice, so that an old number never means another department. */
    async make(given, name) {
      if (given !== undefined && rows.find(given) !== undefined)
        return fail("conflict", `There is already a department with the id ${given}.`);
      const counter = await store.read("counter", [departmentCounter]);
      const last = Math.max(counter?.last ?? 0, ...rows.list().map(({ id }) => id));
      const id = given ?? last + 1;
      if (!Number.isSafeInteger(id))
        return fail(
          "conflict",
          `The service can choose no department id after ${last}: send a free id in the field id.`,
        );
      let isMade = false;
      const read = [
        { table: "department", key: [id] },
        { table: "counter", key: [departmentCounter] },
      ] as const;
      await rows.decide(read, (stored) => {
        const counted = undamaged(() => stored.read("counter", [departmentCounter]))?.last ?? 0;
        isMade = stored.read("department", [id]) === undefined && (given !== undefined || counted < id);
        if (!isMade) return [];
        return [
          { table: "department", key: [id], row: { name } },
          { table: "counter", key: [departmentCounter], row: { last: Math.max(last, counted, id) } },
        ];
      });
      if (!isMade) return fail("conflict", `Another department got the id ${id} at the same moment: try again.`);
      directory.namesChanged();
      return ok({ id, name });
    },
    async rename(id, name) {
      await rows.keep([{ id, name }]);
      directory.namesChanged();
    },
    async remove(id) {
      const members = directory.agents().filter(({ profile }) => profile.departmentIds.includes(id));
      if (members.length > 0) {
        const names = members.map(({ profile }) => `${profile.name} (${profile.id})`).join(", ");
        return fail("conflict", `Department ${id} has agents: ${names}. Take them out of it first.`);
      }
      await rows.remove(id);
      directory.namesChanged();
      return ok(undefined);
    },
  };
}
