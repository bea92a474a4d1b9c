import type { AgentAnswer } from "../../../../codec/admin/admin-people.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import type { Sentences } from "../../../shared/parts/sentences.ts";
import { unlessTaken } from "../../../shared/parts/sentences.ts";
import { settingsPeople } from "../../texts/en/settings-people.ts";
import {
  checkEmail,
  checkName,
  checkOptionalUrl,
  checkPhone,
  emailSentence,
  nameSentence,
  urlSentence,
} from "../forms/checks.ts";

const text = textsOf("settings-people", settingsPeople);

/** The form values of an agent; empty for missing ones. */
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

export const agentSentences: Sentences<AgentValues> = {
  name: nameSentence,
  email: unlessTaken(() => text("emailTaken"), emailSentence),
  role: () => text("roleWrong"),
  departments: () => text("departmentGone"),
  phone: () => text("phoneWrong"),
  photo: urlSentence,
};

export const checkAgent = ({ name, email, phone, photo }: AgentValues) => ({
  name: checkName(name),
  email: checkEmail(email),
  phone: checkPhone(phone),
  photo: checkOptionalUrl(photo),
});

/** The request body; empty values are removed. */
export const toAgentBody = ({ phone, photo, ...others }: Partial<AgentValues>): object => ({
  ...others,
  ...(phone !== undefined && { phone: phone.trim() === "" ? null : phone.trim() }),
  ...(photo !== undefined && { photo: photo === "" ? null : photo }),
});

/** The prefix of the names of an agent's forms. */
export const formsOfAgent = (id: number): string => `agent ${id} `;

/** The alphabet omits letters and digits that are easily confused when read aloud or copied by hand. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const groups = 5;
const groupLength = 4;

/** 20 random characters (99 bits) in groups, as the service generates them for new agents: `k3mf-8q2x-…`. */
export function makePassword(): string {
  const letters: string[] = [];
  const bytes = new Uint8Array(1);
  while (letters.length < groups * groupLength) {
    const [byte = 0] = crypto.getRandomValues(bytes);
    // Bytes from the last full multiple of the alphabet's length on are dropped, because they would make the first letters more likely.
    if (byte < 256 - (256 % alphabet.length)) letters.push(alphabet.charAt(byte % alphabet.length));
  }
  return Array.from({ length: groups }, (_, group) =>
    letters.slice(group * groupLength, (group + 1) * groupLength).join(""),
  ).join("-");
}
