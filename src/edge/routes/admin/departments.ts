import type { DepartmentAnswer } from "../../../codec/admin/admin-people.ts";
import {
  departmentAnswer,
  departmentCreation,
  nameChange,
  parseDepartmentCreation,
  parseNameChange,
} from "../../../codec/admin/admin-people.ts";
import type { OneAtATime } from "../../../core/one-at-a-time.ts";
import type { Result } from "../../../core/result.ts";
import { ok } from "../../../core/result.ts";
import type { Department, Departments as DepartmentStore } from "../../../domain/agent/departments.ts";
import type { Operation } from "../operation.ts";
import { operation } from "../operation.ts";
import type { Declared } from "./declared.ts";
import { bodyOf, byNumber, inTurn, listRecords, missing, removed, removedAnswer } from "./records.ts";

interface Departments {
  readonly departments: DepartmentStore;
  readonly declared: Declared;
  readonly oneAtATime: OneAtATime;
}

const departmentBody = bodyOf({ department: departmentAnswer });

/** `/api/departments` and `/api/departments/{id}`; a department with agents cannot be deleted. */
export const departmentOperations = (all: Departments): readonly Operation[] => [
  listDepartments(all),
  createDepartment(all),
  getDepartment(all),
  renameDepartment(all),
  deleteDepartment(all),
];

const common = { tag: "Departments", gate: "load", access: "administrator", scope: "administration" } as const;

const show = ({ declared }: Departments, { id, name }: Department): DepartmentAnswer => ({
  id,
  name,
  declared: declared.departments.has(id),
});

const idPattern = /^[1-9][0-9]{0,15}$/;

function find({ departments }: Departments, idText: string): Result<Department> {
  const id = Number(idText);
  const found = idPattern.test(idText) && Number.isSafeInteger(id) ? departments.find(id) : undefined;
  return found === undefined ? missing("department") : ok(found);
}

const listDepartments = (all: Departments): Operation =>
  listRecords({
    ...common,
    ...byNumber,
    path: "/api/departments",
    id: "listDepartments",
    summary: "Lists the departments by id.",
    name: "departments",
    entry: departmentAnswer,
    all: () => all.departments.list(),
    idOf: ({ id }) => id,
    show: (department) => show(all, department),
  });

const createDepartment = (all: Departments): Operation =>
  operation({
    ...common,
    method: "post",
    path: "/api/departments",
    id: "createDepartment",
    summary: "Creates a department.",
    body: { schema: departmentCreation, parse: parseDepartmentCreation },
    answer: { status: 201, description: "The department.", schema: departmentBody },
    failures: ["conflict"],
    handle: ({ exchange, body: { id, name } }) =>
      inTurn(all.oneAtATime, exchange, async () => {
        const made = await all.departments.make(id, name);
        return made.ok ? ok({ department: show(all, made.value) }) : made;
      }),
  });

const getDepartment = (all: Departments): Operation =>
  operation({
    ...common,
    method: "get",
    path: "/api/departments/:id",
    id: "getDepartment",
    summary: "Returns one department.",
    find: ({ parameters: [id] }) => find(all, id),
    answer: { status: 200, description: "The department.", schema: departmentBody },
    handle: ({ found }) => ok({ department: show(all, found) }),
  });

const renameDepartment = (all: Departments): Operation =>
  operation({
    ...common,
    method: "patch",
    path: "/api/departments/:id",
    id: "changeDepartment",
    summary: "Changes the name of the department.",
    find: ({ parameters: [id] }) => find(all, id),
    body: { schema: nameChange, parse: parseNameChange },
    answer: { status: 200, description: "The department as it is now.", schema: departmentBody },
    handle: ({ exchange, parameters: [idText], body }) =>
      inTurn(all.oneAtATime, exchange, async () => {
        const found = find(all, idText);
        if (!found.ok) return found;
        const { id, name: before } = found.value;
        const name = body.name ?? before;
        await all.departments.rename(id, name);
        return ok({ department: show(all, { id, name }) });
      }),
  });

const deleteDepartment = (all: Departments): Operation =>
  operation({
    ...common,
    method: "delete",
    path: "/api/departments/:id",
    id: "deleteDepartment",
    summary: "Deletes the department, unless agents belong to it.",
    answer: removedAnswer,
    failures: ["conflict"],
    handle: ({ exchange, parameters: [id] }) =>
      inTurn(all.oneAtATime, exchange, async () => {
        const found = find(all, id);
        if (!found.ok) return found;
        const gone = await all.departments.remove(found.value.id);
        return gone.ok ? removed : gone;
      }),
  });
