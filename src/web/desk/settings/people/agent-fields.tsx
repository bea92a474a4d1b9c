import type { JSX } from "preact";
import { placeOf } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { bind } from "../forms/bound.ts";
import { ChoiceField, SeveralField, TextField } from "../forms/fields.tsx";
import type { Form } from "../forms/use-form.ts";
import type { AgentValues } from "./agent-values.ts";

interface AgentFieldsProps<Values extends AgentValues> {
  readonly form: Form<Values>;
  /** What is said of the role. */
  readonly roleHelp: string;
  /** What is said of the address of a photo. */
  readonly photoHelp: string;
}

/** What there is to say of an agent. */
export function AgentFields<Values extends AgentValues>({
  form,
  roleHelp,
  photoHelp,
}: AgentFieldsProps<Values>): JSX.Element {
  const { departments } = useDesk().surroundings.value;
  // Whatever else the form has, these fields are an agent's.
  const own = form as unknown as Form<AgentValues>;
  return (
    <>
      <TextField label="Name" of={bind(own, "name")} help="Clients see it." isRequired />
      <TextField label="E-mail" of={bind(own, "email")} help="The agent logs in with it." isRequired />
      <ChoiceField
        label="Role"
        of={bind(own, "role")}
        choices={[
          ["agent", "Agent"],
          ["admin", "Administrator"],
        ]}
        help={roleHelp}
      />
      <SeveralField
        label="Departments"
        of={bind(own, "departments")}
        choices={departments.map(({ id, name }) => [id, name])}
        empty="There are no departments yet."
        help={
          <>
            Chats can be handed to a department. <a href={placeOf(["settings", "departments"])}>Manage departments</a>
          </>
        }
      />
      <TextField label="Phone" of={bind(own, "phone")} help="Where the agent is called for callbacks of clients." />
      <TextField
        label="Address of the photo"
        type="url"
        of={bind(own, "photo")}
        placeholder="https://example.com/photo.jpg"
        help={photoHelp}
      />
    </>
  );
}
