import type { JSX } from "preact";
import type { DepartmentAnswer } from "../../../../codec/admin/admin-people.ts";
import { useCommands } from "../../shell/commands/commands.ts";
import { go, placeOf, route } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { useListing } from "../forms/listing.ts";
import { NoSuch, UnreadPage } from "../forms/not-there.tsx";
import { countOf, ListHead, RecordList, RecordRow } from "../forms/records.tsx";
import { AddDepartment } from "./add-department.tsx";
import { DepartmentPage } from "./department-page.tsx";
import { departmentsPlace, placeOfDepartment } from "./places.ts";

const addPlace = placeOf(["settings", "departments", "add"]);

/** The groups of agents that chats can be handed to. Source: AUTH-15. */
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
        title="Departments"
        what="The departments"
        failure={list.state === "failed" ? list.failure : null}
        onRetry={() => void listing.read()}
      />
    );
  if (what === undefined) return <DepartmentList departments={list.value} />;
  const department = list.value.find(({ id }) => String(id) === what);
  if (department === undefined) return <NoSuch what="department" back={departmentsPlace} backTitle="All departments" />;
  return <DepartmentPage key={department.id} department={department} listing={listing} />;
}

function DepartmentList({ departments }: { readonly departments: readonly DepartmentAnswer[] }): JSX.Element {
  const { agents } = useDesk().surroundings.value;
  useCommands([{ id: "add department", title: "Add a department", group: "Settings", run: () => go(addPlace) }], []);
  const sorted = [...departments].sort((left, right) => left.name.localeCompare(right.name) || left.id - right.id);
  return (
    <main class="settings-page">
      <ListHead title="Departments" add="Add a department" addPlace={addPlace} />
      {sorted.length === 0 ? (
        <p class="empty">No department yet. A department is a group of agents that a chat can be handed to.</p>
      ) : (
        <RecordList label="Departments">
          {sorted.map(({ id, name, declared }) => (
            <RecordRow
              key={id}
              place={placeOfDepartment(id)}
              name={name}
              facts={[
                countOf(agents.filter((agent) => agent.departments.includes(id)).length, "agent"),
                declared && "In the config file",
              ]}
            />
          ))}
        </RecordList>
      )}
    </main>
  );
}
