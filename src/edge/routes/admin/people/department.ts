import { nameChange, parseNameChange } from "../../../../codec/admin/admin-people.ts";
import type { Result } from "../../../../core/result.ts";
import { ok } from "../../../../core/result.ts";
import type { Department } from "../../../../domain/agent/departments.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findAdministrator } from "../../desk/desk-caller.ts";
import { removedAnswer } from "../admin-docs.ts";
import { answerChange, answerJson, answerMissing, missing, readAdminBody, removed } from "../admin-exchange.ts";
import type { AdminParts } from "../admin-parts.ts";
import type { DepartmentBody } from "./departments.ts";
import { departmentBody, showDepartment } from "./departments.ts";

/** `GET`, `PATCH`, `DELETE /api/departments/{id}`; a department with agents cannot be deleted. */
export const departmentRoute = (admin: AdminParts): Route => ({
  pattern: "/api/departments/:id",
  gate: "load",
  methods: { get: getDepartment(admin), patch: renameDepartment(admin), delete: deleteDepartment(admin) },
  docs: {
    get: {
      id: "getDepartment",
      summary: "Returns one department.",
      tag: "Departments",
      access: "administrator",
      answer: { status: 200, description: "The department.", schema: departmentBody },
    },
    patch: {
      id: "changeDepartment",
      summary: "Changes the name of the department.",
      tag: "Departments",
      access: "administrator",
      request: { schema: nameChange },
      answer: { status: 200, description: "The department as it is now.", schema: departmentBody },
    },
    delete: {
      id: "deleteDepartment",
      summary: "Deletes the department, unless agents belong to it.",
      tag: "Departments",
      access: "administrator",
      answer: removedAnswer,
      failures: ["conflict"],
    },
  },
});

const idPattern = /^[1-9][0-9]{0,15}$/;

function findDepartment({ runtime }: AdminParts, idText: string): Department | undefined {
  const id = Number(idText);
  return idPattern.test(idText) && Number.isSafeInteger(id) ? runtime.departments.find(id) : undefined;
}

const getDepartment =
  (admin: AdminParts): Handler =>
  (exchange, [idText = ""]) => {
    if (findAdministrator(admin, exchange) === null) return;
    const found = findDepartment(admin, idText);
    if (found === undefined) answerMissing(exchange, "department");
    else answerJson(exchange, 200, { department: showDepartment(admin, found) });
  };

const renameDepartment =
  (admin: AdminParts): Handler =>
  async (exchange, [idText = ""]) => {
    if (findAdministrator(admin, exchange) === null) return;
    if (findDepartment(admin, idText) === undefined) return answerMissing(exchange, "department");
    const change = await readAdminBody(admin, exchange, parseNameChange);
    if (change === null) return;
    await answerChange(admin, exchange, 200, () => rename(admin, idText, change.name));
  };

async function rename(admin: AdminParts, idText: string, given: string | undefined): Promise<Result<DepartmentBody>> {
  const found = findDepartment(admin, idText);
  if (found === undefined) return { ok: false, failure: missing("department") };
  const { id } = found;
  const name = given ?? found.name;
  await admin.runtime.departments.rename(id, name);
  return ok({ department: showDepartment(admin, { id, name }) });
}

const deleteDepartment =
  (admin: AdminParts): Handler =>
  async (exchange, [idText = ""]) => {
    if (findAdministrator(admin, exchange) === null) return;
    await answerChange(admin, exchange, 200, () => remove(admin, idText));
  };

async function remove(admin: AdminParts, idText: string): Promise<Result<unknown>> {
  const found = findDepartment(admin, idText);
  if (found === undefined) return { ok: false, failure: missing("department") };
  const gone = await admin.runtime.departments.remove(found.id);
  return gone.ok ? ok(removed) : gone;
}
