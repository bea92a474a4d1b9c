import type { JSX } from "preact";
import type { DepartmentAnswer } from "../../../../codec/admin/admin-people.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsPeople } from "../../texts/en/settings-people.ts";
import { BackLink } from "../forms/back-link.tsx";
import { bind } from "../forms/bound.ts";
import { checkName, nameSentence } from "../forms/checks.ts";
import { TextField } from "../forms/fields.tsx";
import { Section, SettingsForm } from "../forms/form-section.tsx";
import type { Listing } from "../forms/listing.ts";
import { PageTitle } from "../forms/page-title.tsx";
import { RemoveRecord } from "../forms/remove-record.tsx";
import { useForm } from "../forms/use-form.ts";
import { departmentsPlace, placeOfAgent } from "./places.ts";

const text = textsOf("settings-people", settingsPeople);

interface DepartmentPageProps {
  readonly department: DepartmentAnswer;
  readonly listing: Listing<DepartmentAnswer>;
}

/** One department: its name, its members, and its removal. */
export function DepartmentPage({ department, listing }: DepartmentPageProps): JSX.Element {
  const { id, name, declared } = department;
  const members = useDesk().surroundings.value.agents.filter(({ departments }) => departments.includes(id));
  const forms = `department ${id} `;
  const form = useForm({
    name: `${forms}name`,
    saved: { name },
    sentences: { name: nameSentence },
    check: (values) => ({ name: checkName(values.name) }),
    send: (changed) => listing.change(id, changed),
  });
  return (
    <main class="settings-page">
      <BackLink to={departmentsPlace}>{text("allDepartments")}</BackLink>
      <PageTitle>{name}</PageTitle>
      {declared && <p class="settings-notice">{text("departmentDeclared")}</p>}
      <Section title={text("department")}>
        <SettingsForm form={form}>
          <TextField label={text("name")} of={bind(form, "name")} isRequired />
        </SettingsForm>
      </Section>
      <Section title={text("agents")} help={text("departmentAgentsHelp")}>
        {members.length === 0 ? (
          <p>{text("noMembers")}</p>
        ) : (
          <ul class="plain-list">
            {members.map((agent) => (
              <li key={agent.id}>
                <a href={placeOfAgent(agent.id)}>{agent.name}</a>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <RemoveRecord
        title={text("removeDepartment")}
        name={name}
        forms={forms}
        back={departmentsPlace}
        act={() => listing.remove(id)}
      >
        <p>{text("removeDepartmentThen")}</p>
      </RemoveRecord>
    </main>
  );
}
