import type { JSX } from "preact";
import type { LocalAddressesChange } from "../../../../codec/admin/admin-local-addresses.ts";
import { currentLocale, split, textsOf } from "../../../shared/language/texts.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settings } from "../../texts/en/settings.ts";
import { Section } from "../forms/form-section.tsx";

const text = textsOf("settings", settings);

/** The author and time of each change; empty without changes. */
export function Changes({ changes }: { readonly changes: readonly LocalAddressesChange[] }): JSX.Element | null {
  const { agents } = useDesk().surroundings.value;
  const timeFormat = new Intl.DateTimeFormat(currentLocale(), { dateStyle: "medium", timeStyle: "short" });
  if (changes.length === 0) return null;
  const nameOf = (id: number): string =>
    agents.find((agent) => agent.id === id)?.name ?? text("agentNumber", { id: String(id) });
  return (
    <Section title={text("lastChanges")}>
      <ul class="plain-list">
        {changes.map(({ at, agentId, allowed }) => (
          <li key={at}>
            {split(text(allowed ? "allowedThem" : "refusedThem", { name: "{name}", time: "{time}" }), {
              name: nameOf(agentId),
              time: <time dateTime={new Date(at).toISOString()}>{timeFormat.format(at)}</time>,
            })}
          </li>
        ))}
      </ul>
    </Section>
  );
}
