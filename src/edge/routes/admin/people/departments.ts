import type { DepartmentAnswer } from "../../../../codec/admin/admin-people.ts";
import { departmentAnswer, departmentCreation, parseDepartmentCreation } from "../../../../codec/admin/admin-people.ts";
import type { Result } from "../../../../core/result.ts";
import { ok } from "../../../../core/result.ts";
import type { Department } from "../../../../domain/agent/departments.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findAdministrator } from "../../desk/desk-caller.ts";
import { cursorDoc } from "../../desk/request/cursor.ts";
import { bodyOf, pageSchema } from "../admin-docs.ts";
import { answerChange, answerJson, readAdminBody } from "../admin-exchange.ts";
import type { AdminList } from "../admin-page.ts";
import { byNumber, pageOf } from "../admin-page.ts";
import type { AdminParts } from "../admin-parts.ts";

export interface DepartmentBody {
  readonly department: DepartmentAnswer;
}

export const departmentBody = bodyOf({ department: departmentAnswer });

/** `GET /api/departments`: all departments by id. `POST`: creates a department, 201 `{department}`. */
export const departmentsRoute = (admin: AdminParts): Route => ({
  pattern: "/api/departments",
  gate: "load",
  methods: { get: listDepartments(admin), post: createDepartment(admin) },
  docs: {
    get: {
      id: "listDepartments",
      summary: "Lists the departments by id.",
      tag: "Departments",
      access: "administrator",
      query: [cursorDoc],
      answer: {
        status: 200,
        description: "A page of departments.",
        schema: pageSchema("departments", departmentAnswer),
      },
      failures: ["invalid_request"],
    },
    post: {
      id: "createDepartment",
      summary: "Creates a department.",
      tag: "Departments",
      access: "administrator",
      request: { schema: departmentCreation },
      answer: { status: 201, description: "The department.", schema: departmentBody },
      failures: ["conflict"],
    },
  },
});

export const showDepartment = ({ declared }: AdminParts, { id, name }: Department): DepartmentAnswer => ({
  id,
  name,
  declared: declared.departments.has(id),
});

const departmentList: AdminList<Department, number> = {
  ...byNumber,
  name: "departments",
  idOf: ({ id }) => id,
};

const listDepartments =
  (admin: AdminParts): Handler =>
  (exchange) => {
    if (findAdministrator(admin, exchange) === null) return;
    const all = admin.runtime.departments.list();
    const page = pageOf(departmentList, all, exchange.query("cursor"), admin.limits.pageRowsMax);
    if (!page.ok) return exchange.answerFailure(page.failure);
    const departments = page.value.entries.map((department) => showDepartment(admin, department));
    answerJson(exchange, 200, { departments, cursor: page.value.cursor });
  };

const createDepartment =
  (admin: AdminParts): Handler =>
  async (exchange) => {
    if (findAdministrator(admin, exchange) === null) return;
    const body = await readAdminBody(admin, exchange, parseDepartmentCreation);
    if (body === null) return;
    await answerChange(admin, exchange, 201, () => create(admin, body));
  };

async function create(
  admin: AdminParts,
  { id: given, name }: { readonly id?: number; readonly name: string },
): Promise<Result<DepartmentBody>> {
  const made = await admin.runtime.departments.make(given, name);
  return made.ok ? ok({ department: showDepartment(admin, made.value) }) : made;
}
