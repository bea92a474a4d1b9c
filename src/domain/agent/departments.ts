import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { NameRow, ScanEntry, Store } from "../../ports/store.ts";
import type { Directory } from "../directory.ts";
import { allRows } from "../named-rows.ts";

/** The counter of departments' numbers. */
const departmentCounter = "department";

export interface Department extends NameRow {
  readonly id: number;
}

/** What agents belong to, and chats are transferred to. */
export interface Departments {
  find(id: number): Promise<Department | undefined>;
  /** By id. */
  list(): Promise<readonly ScanEntry<"department">[]>;
  /** With the next number where none is given; fails with `conflict` when there is one of that number. */
  make(given: number | undefined, name: string): Promise<Result<Department>>;
  /** Durable when it resolves. */
  rename(id: number, name: string): Promise<void>;
  /** Fails with `conflict` while agents belong to it. */
  remove(id: number): Promise<Result<void>>;
}

export function createDepartments({
  store,
  directory,
}: {
  readonly store: Store;
  readonly directory: Pick<Directory, "agents" | "namesChanged">;
}): Departments {
  const find = async (id: number): Promise<Department | undefined> => {
    const row = store.read("department", [id]);
    return row && { ...row, id };
  };
  const list = (): Promise<readonly ScanEntry<"department">[]> => allRows(store, "department");
  return {
    find,
    list,
    /** A number that was made is never made again, so that an old one cannot come to mean another department. */
    async make(given, name) {
      if (given !== undefined && (await find(given)) !== undefined)
        return fail("conflict", `There is already a department with the id ${given}.`);
      const rows = await list();
      const last = Math.max(store.read("counter", [departmentCounter])?.last ?? 0, ...rows.map(({ key }) => key[0]));
      const id = given ?? last + 1;
      await store.commit([], () => [
        { table: "department", key: [id], row: { name } },
        { table: "counter", key: [departmentCounter], row: { last: Math.max(last, id) } },
      ]);
      directory.namesChanged();
      return ok({ id, name });
    },
    async rename(id, name) {
      await store.commit([], () => [{ table: "department", key: [id], row: { name } }]);
      directory.namesChanged();
    },
    async remove(id) {
      const members = directory.agents().filter(({ profile }) => profile.departmentIds.includes(id));
      if (members.length > 0) {
        const names = members.map(({ profile }) => `${profile.name} (${profile.id})`).join(", ");
        return fail("conflict", `Department ${id} has agents: ${names}. Take them out of it first.`);
      }
      await store.commit([], () => [{ table: "department", key: [id], row: null }]);
      directory.namesChanged();
      return ok(undefined);
    },
  };
}
