import type { TSchema } from "typebox";
import Type from "typebox";
import { about, httpUrl, idNumber, idNumbers, name, text } from "../schema/schema-parts.ts";
import type { SecretSchema } from "../schema/secret-schema.ts";
import { passwordBounds, passwordForm } from "./password-bounds.ts";

/** The keys of an agent. */
export const agentFields = <Secret extends TSchema>(secret: SecretSchema<Secret>) => ({
  id: idNumber("The agent's id; it stays the same from start to start."),
  name: name("The agent's name, which clients see."),
  email: Type.String({
    pattern: "^[^\\s@]{1,64}@[^\\s@]{1,255}$",
    ...about("an e-mail address", "What the agent logs in with."),
  }),
  password: Type.Optional(secret(passwordForm, "What the agent logs in with.", passwordBounds)),
  phone: Type.Optional(text("a phone number", "The phone number of the agent.")),
  photo: Type.Optional(httpUrl("The agent's avatar, which clients see.")),
  departments: Type.Optional(idNumbers("The departments the agent belongs to.")),
  role: Type.Optional(
    Type.Union(
      [Type.Literal("admin"), Type.Literal("agent")],
      about('"admin" or "agent"', "What the agent may do; an agent by default."),
    ),
  ),
});

/** The keys of a department. */
export const departmentFields = {
  id: idNumber("The department's id."),
  name: name("Its name."),
};

/** The keys of a bot provider. */
export const providerFields = {
  id: Type.String({
    pattern: "^[a-z0-9_-]{3,64}$",
    ...about("3 to 64 characters of a-z, 0-9, _ and -", "The provider's id."),
  }),
  name: name("Its name."),
};
