import type { JSX } from "preact";
import type { DepartmentAnswer } from "../../../../codec/admin/admin-people.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { go } from "../../shell/route.ts";
import { settingsPeople } from "../../texts/en/settings-people.ts";
import { BackLink } from "../forms/back-link.tsx";
import { bind } from "../forms/bound.ts";
import { checkName, nameSentence } from "../forms/checks.ts";
import { TextField } from "../forms/fields.tsx";
import { SettingsForm } from "../forms/form-section.tsx";
import type { Listing } from "../forms/listing.ts";
import { PageTitle } from "../forms/page-title.tsx";
import { useForm } from "../forms/use-form.ts";
import { departmentsPlace, placeOfDepartment } from "./places.ts";

const text = textsOf("settings-people", settingsPeople);

/** Only a name is needed; the service assigns the number. */
export function AddDepartment({ listing }: { readonly listing: Listing<DepartmentAnswer> }): JSX.Element {
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
