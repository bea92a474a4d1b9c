import type { Static, TSchema } from "typebox";
import Type from "typebox";
import type { AgentProfile } from "../../../machines/agent/agent.machine.ts";
import type { AgentId } from "../../../machines/ids.ts";
import { widgetLanguages } from "../../core/widget-languages.ts";
import { createBodyParser } from "../schema/body-parser.ts";
import { about, idNumbers } from "../schema/schema-parts.ts";
import { plainSecret } from "../schema/secret-schema.ts";
import { refusingCommonPasswords } from "../settings/password-rule.ts";
import { agentFields, departmentFields, providerFields } from "../settings/people-schema.ts";
import { toChangedMembers } from "./member-change.ts";

const { id, name, email, password, phone, photo, departments, role } = agentFields(plainSecret);

const orNull = <Schema extends TSchema>(schema: Schema & { readonly title?: string; readonly description?: string }) =>
  Type.Optional(
    Type.Union([schema, Type.Null()], about(`${schema.title}, or null`, `${schema.description} Null takes it away.`)),
  );

const closed = ($id: string, description: string) => ({
  $id,
  additionalProperties: false,
  ...about("an object", description),
});

/** `POST /api/agents`. */
export const agentCreation = Type.Object(
  {
    ...{ name, email, password, phone: orNull(phone), photo: orNull(photo), departments, role },
    invitationLanguage: Type.Optional(
      Type.Enum([...widgetLanguages], {
        ...about(
          `one of ${widgetLanguages.join(", ")}`,
          "Mails the invitation to the agent, in this language, if the service makes the password and has a mail server (`smtp`).",
        ),
      }),
    ),
  },
  closed("AgentCreation", "An agent to be made; a password is made when none is given."),
);

/** `PATCH /api/agents/{id}`: an absent field is not changed. */
export const agentChange = Type.Object(
  {
    name: Type.Optional(name),
    email: Type.Optional(email),
    password,
    phone: orNull(phone),
    photo: orNull(photo),
    departments,
    addDepartments: Type.Optional(idNumbers("Departments that the agent belongs to too.")),
    removeDepartments: Type.Optional(idNumbers("Departments that the agent leaves. The others stay.")),
    role,
  },
  closed("AgentChange", "What is to change of an agent."),
);

/** An agent as administrators see it. */
export const agentAnswer = Type.Object(
  {
    id,
    name,
    email,
    phone: Type.Union([Type.String(), Type.Null()], { description: "The phone number of the agent." }),
    photo: Type.Union([Type.String(), Type.Null()], { description: "The agent's avatar." }),
    departments: Type.Array(Type.Integer(), { description: "The departments the agent belongs to." }),
    role: Type.Union([Type.Literal("admin"), Type.Literal("agent")], { description: "What the agent may do." }),
    available: Type.Boolean({ description: "Whether the agent is at the desk and takes chats." }),
    declared: Type.Boolean({
      description: "Whether the config file names it. Each start then sets it as the file says.",
    }),
  },
  closed("AgentAccount", "An agent."),
);

/** `POST /api/departments`. */
export const departmentCreation = Type.Object(
  { id: Type.Optional(departmentFields.id), name: departmentFields.name },
  closed("DepartmentCreation", "A department to be made; its id is the next number when none is given."),
);

/** `POST /api/providers`. */
export const providerCreation = Type.Object(providerFields, closed("ProviderCreation", "A bot provider to be made."));

/** `PATCH` of a department or a provider. */
export const nameChange = Type.Object({ name: Type.Optional(name) }, closed("NameChange", "Another name."));

const declared = Type.Boolean({
  description: "Whether the config file names it. Each start then sets the name from the file.",
});

export const departmentAnswer = Type.Object(
  { ...departmentFields, declared },
  closed("Department", "A group of agents."),
);
export const providerAnswer = Type.Object({ ...providerFields, declared }, closed("Provider", "A bot provider."));

export type AgentCreation = Static<typeof agentCreation>;
export type AgentChange = Static<typeof agentChange>;
export type AgentAnswer = Static<typeof agentAnswer>;
export type DepartmentAnswer = Static<typeof departmentAnswer>;
export type ProviderAnswer = Static<typeof providerAnswer>;

export const parseAgentCreation = refusingCommonPasswords(createBodyParser(agentCreation));
export const parseAgentChange = refusingCommonPasswords(createBodyParser(agentChange));
export const parseDepartmentCreation = createBodyParser(departmentCreation);
export const parseProviderCreation = createBodyParser(providerCreation);
export const parseNameChange = createBodyParser(nameChange);

export function toNewProfile(agentId: AgentId, creation: AgentCreation): AgentProfile {
  const { name: agentName, email: address } = creation;
  return toChangedProfile(
    {
      id: agentId,
      name: agentName,
      email: address,
      phone: null,
      photo: null,
      departmentIds: [],
      role: "agent",
    },
    creation,
  );
}

/** The profile with the given fields replaced. */
export function toChangedProfile(profile: AgentProfile, change: AgentChange): AgentProfile {
  return {
    id: profile.id,
    name: change.name ?? profile.name,
    email: change.email ?? profile.email,
    phone: change.phone === undefined ? profile.phone : change.phone,
    photo: change.photo === undefined ? profile.photo : change.photo,
    departmentIds: toChangedMembers(profile.departmentIds, {
      all: change.departments,
      add: change.addDepartments,
      remove: change.removeDepartments,
    }),
    role: change.role ?? profile.role,
  };
}

export function toAgentAnswer(
  { profile, isAvailable }: { readonly profile: AgentProfile; readonly isAvailable: boolean },
  isDeclared: boolean,
): AgentAnswer {
  const { id: agentId, departmentIds, ...rest } = profile;
  return { id: agentId, ...rest, departments: [...departmentIds], available: isAvailable, declared: isDeclared };
}
