import type { JSX } from "preact";
import type { DepartmentAnswer } from "../../../../codec/admin/admin-people.ts";
import { useDesk } from "../../shell/use-desk.ts";
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

interface DepartmentPageProps {
  readonly department: DepartmentAnswer;
  readonly listing: Listing<DepartmentAnswer>;
}

/** One department: its name, who belongs to it, and its end. */
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
      <BackLink to={departmentsPlace}>All departments</BackLink>
      <PageTitle>{name}</PageTitle>
      {declared && (
        <p class="settings-notice">
          The config file names this department. Its name there wins at each start of the service.
        </p>
      )}
      <Section title="Department">
        <SettingsForm form={form}>
          <TextField label="Name" of={bind(form, "name")} isRequired />
        </SettingsForm>
      </Section>
      <Section title="Agents" help="Who belongs to it is chosen on each agent's page.">
        {members.length === 0 ? (
          <p>Nobody belongs to it: no chat can be handed to it.</p>
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
      <RemoveRecord what="department" name={name} forms={forms} back={departmentsPlace} act={() => listing.remove(id)}>
        <p>Chats cannot be handed to it any more. It can be removed only while no agent belongs to it.</p>
      </RemoveRecord>
    </main>
  );
}
