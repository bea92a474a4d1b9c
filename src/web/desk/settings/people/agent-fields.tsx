import type { ComponentChildren, JSX } from "preact";
import type { AgentAnswer } from "../../../../codec/admin/admin-people.ts";
import { split, textsOf } from "../../../shared/language/texts.ts";
import { placeOf } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsPeople } from "../../texts/en/settings-people.ts";
import { ChoiceField, SeveralField, TextField } from "../forms/fields.tsx";
import type { Listing } from "../forms/listing.ts";
import type { Form } from "../forms/use-form.ts";
import { bind } from "../forms/use-form.ts";
import type { AgentValues } from "./agent-values.ts";

const text = textsOf("settings-people", settingsPeople);

interface AgentFieldsProps<Values extends AgentValues> {
  readonly form: Form<Values>;
  /** The help text of the role. */
  readonly roleHelp: string;
  /** The help text of the photo's address. */
  readonly photoHelp: string;
  /** More fields below those that every agent has. */
  readonly children?: ComponentChildren;
}

/** The fields of an agent. */
export function AgentFields<Values extends AgentValues>({
  form,
  roleHelp,
  photoHelp,
  children,
}: AgentFieldsProps<Values>): JSX.Element {
  const { departments } = useDesk().surroundings.value;
  // The form may have more fields; these are the fields of an agent.
  const own = form as unknown as Form<AgentValues>;
  return (
    <>
      <TextField label={text("name")} of={bind(own, "name")} help={text("nameHelp")} isRequired />
      <TextField label={text("email")} of={bind(own, "email")} help={text("emailHelp")} isRequired />
      <ChoiceField
        label={text("role")}
        of={bind(own, "role")}
        choices={[
          ["agent", text("agent")],
          ["admin", text("administrator")],
        ]}
        help={roleHelp}
      />
      {children}
      <SeveralField
        label={text("departments")}
        of={bind(own, "departments")}
        choices={departments.map(({ id, name }) => [id, name])}
        empty={text("noDepartmentsYet")}
        help={split(text("agentDepartmentsHelp", { departments: "{departments}" }), {
          departments: <a href={placeOf(["settings", "departments"])}>{text("manageDepartments")}</a>,
        })}
      />
      <TextField label={text("phone")} of={bind(own, "phone")} help={text("phoneHelp")} />
      <TextField
        label={text("photoAddress")}
        type="url"
        of={bind(own, "photo")}
        placeholder="https://example.com/photo.jpg"
        help={photoHelp}
      />
    </>
  );
}

export interface AgentsProps {
  readonly listing: Listing<AgentAnswer>;
}

export interface AgentPageProps extends AgentsProps {
  readonly agent: AgentAnswer;
}

export interface AgentSectionProps extends AgentPageProps {
  /** The logged-in agent is the shown agent. */
  readonly isSelf: boolean;
}
