import type { JSX } from "preact";
import type { LocalAddressesChange } from "../../../../codec/admin/admin-local-addresses.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { Section } from "../forms/form-section.tsx";

const timeFormat = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });

/** Who changed it, and when; nothing as long as nobody did. */
export function Changes({ changes }: { readonly changes: readonly LocalAddressesChange[] }): JSX.Element | null {
  const { agents } = useDesk().surroundings.value;
  if (changes.length === 0) return null;
  const nameOf = (id: number): string => agents.find((agent) => agent.id === id)?.name ?? `Agent ${id}`;
  return (
    <Section title="Last changes">
      <ul class="plain-list">
        {changes.map(({ at, agentId, allowed }) => (
          <li key={at}>
            {nameOf(agentId)} {allowed ? "allowed" : "refused"} them,{" "}
            <time dateTime={new Date(at).toISOString()}>{timeFormat.format(at)}</time>
          </li>
        ))}
      </ul>
    </Section>
  );
}
