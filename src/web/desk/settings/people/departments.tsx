import type { JSX } from "preact";
import type { DepartmentAnswer } from "../../../../codec/admin/admin-people.ts";
import { currentLocale, textsOf } from "../../../shared/language/texts.ts";
import { useCommands } from "../../shell/commands/commands.ts";
import { go, placeOf, route } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsPeople } from "../../texts/en/settings-people.ts";
import { useListing } from "../forms/listing.ts";
import { NoSuch, UnreadPage } from "../forms/not-there.tsx";
import { ListHead, RecordList, RecordRow } from "../forms/records.tsx";
import { AddDepartment } from "./add-department.tsx";
import { DepartmentPage } from "./department-page.tsx";
import { departmentsPlace, placeOfDepartment } from "./places.ts";

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
        failure={list.state === "failed" ? list.failure : null}
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
