import type { JSX } from "preact";
import type { DepartmentAnswer } from "../../../../codec/admin/admin-people.ts";
import { currentLocale, textsOf } from "../../../shared/language/texts.ts";
import { useCommands } from "../../shell/commands/commands.ts";
import { go, placeOf, route } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsPeople } from "../../texts/en/settings-people.ts";
import { checkName, nameSentence } from "../forms/checks.ts";
import { RemoveRecord } from "../forms/confirm.tsx";
import { TextField } from "../forms/fields.tsx";
import { BackLink, PageTitle, Section, SettingsForm } from "../forms/form-section.tsx";
import type { Listing } from "../forms/listing.ts";
import { useListing } from "../forms/listing.ts";
import { ListHead, NoSuch, RecordList, RecordRow, UnreadPage } from "../forms/records.tsx";
import { bind, useForm } from "../forms/use-form.ts";
import { departmentsPlace, placeOfAgent, placeOfDepartment } from "./places.ts";

const text = textsOf("settings-people", settingsPeople);

const addPlace = placeOf(["settings", "departments", "add"]);

/** The groups of agents that can receive transferred chats. Source: AUTH-15. */
export function Departments(): JSX.Element {
  const [, what] = route.value.parts;
  const listing = useListing<DepartmentAnswer>(
    { path: "/api/departments", many: "departments", one: "department" },
    what,
  );
  if (what === "add") return <AddDepartment listing={listing} />;
  const { value: list } = listing.list;
  if (list.state !== "there")
    return (
      <UnreadPage
        title={text("departments")}
        unread={text("departmentsUnread")}
        list={list}
        onRetry={() => void listing.read()}
      />
    );
  if (what === undefined) return <DepartmentList departments={list.value} />;
  const department = list.value.find(({ id }) => String(id) === what);
  if (department === undefined)
    return <NoSuch title={text("noSuchDepartment")} back={departmentsPlace} backTitle={text("allDepartments")} />;
  return <DepartmentPage key={department.id} department={department} listing={listing} />;
}

function DepartmentList({ departments }: { readonly departments: readonly DepartmentAnswer[] }): JSX.Element {
  const { agents } = useDesk().surroundings.value;
  useCommands(
    [{ id: "add department", title: text("addDepartment"), group: text("commandGroup"), run: () => go(addPlace) }],
    [],
  );
  const sorted = [...departments].sort(
    (left, right) => left.name.localeCompare(right.name, currentLocale()) || left.id - right.id,
  );
  return (
    <main class="settings-page">
      <ListHead title={text("departments")} add={text("addDepartment")} addPlace={addPlace} />
      {sorted.length === 0 ? (
        <p class="empty">{text("noDepartments")}</p>
      ) : (
        <RecordList label={text("departments")}>
          {sorted.map(({ id, name, declared }) => (
            <RecordRow
              key={id}
              place={placeOfDepartment(id)}
              name={name}
              facts={[
                text("agentCount", { n: agents.filter((agent) => agent.departments.includes(id)).length }),
                declared && text("inConfigFile"),
              ]}
            />
          ))}
        </RecordList>
      )}
    </main>
  );
}

/** Only a name is needed; the service assigns the number. */
function AddDepartment({ listing }: { readonly listing: Listing<DepartmentAnswer> }): JSX.Element {
  const form = useForm({
    name: "new department",
    saved: { name: "" },
    sentences: { name: nameSentence },
    check: ({ name }) => ({ name: checkName(name) }),
    async send(_changed, values) {
      const answer = await listing.create<{ readonly department: DepartmentAnswer }>(values);
      if (answer.ok) go(placeOfDepartment(answer.value.department.id), true);
      return answer;
    },
  });
  return (
    <main class="settings-page">
      <BackLink to={departmentsPlace}>{text("allDepartments")}</BackLink>
      <PageTitle>{text("addDepartment")}</PageTitle>
      <SettingsForm form={form} action={text("add")} busy={text("adding")} isNew>
        <TextField label={text("name")} of={bind(form, "name")} help={text("departmentNameHelp")} isRequired />
      </SettingsForm>
    </main>
  );
}

interface DepartmentPageProps {
  readonly department: DepartmentAnswer;
  readonly listing: Listing<DepartmentAnswer>;
}

/** One department: its name, its members, and its removal. */
function DepartmentPage({ department, listing }: DepartmentPageProps): JSX.Element {
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
