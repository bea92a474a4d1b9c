import type { AgentAnswer } from "../../../../codec/admin-people.ts";
import { checkEmail, checkName, checkOptionalUrl } from "../forms/checks.ts";

/** An agent as it stands in a form: empty where there is none. */
export interface AgentValues {
  readonly name: string;
  readonly email: string;
  readonly role: AgentAnswer["role"];
  readonly departments: readonly number[];
  readonly phone: string;
  readonly photo: string;
}

export const noAgent: AgentValues = { name: "", email: "", role: "agent", departments: [], phone: "", photo: "" };

export const toAgentValues = ({ name, email, role, departments, phone, photo }: AgentAnswer): AgentValues => ({
  name,
  email,
  role,
  departments,
  phone: phone ?? "",
  photo: photo ?? "",
});

export const checkAgent = ({ name, email, photo }: AgentValues) => ({
  name: checkName(name),
  email: checkEmail(email),
  photo: checkOptionalUrl(photo),
});

/** As the service takes it: what is empty is taken away. */
export const toAgentBody = ({ phone, photo, ...others }: Partial<AgentValues>): object => ({
  ...others,
  ...(phone !== undefined && { phone: phone.trim() === "" ? null : phone.trim() }),
  ...(photo !== undefined && { photo: photo === "" ? null : photo }),
});

/** How the unsaved forms of an agent are called begins so. */
export const formsOfAgent = (id: number): string => `agent ${id} `;
