import { placeOf } from "../../shell/route.ts";

export const agentsPlace = placeOf(["settings", "agents"]);
export const placeOfAgent = (id: number): string => placeOf(["settings", "agents", String(id)]);

export const departmentsPlace = placeOf(["settings", "departments"]);
export const placeOfDepartment = (id: number): string => placeOf(["settings", "departments", String(id)]);
