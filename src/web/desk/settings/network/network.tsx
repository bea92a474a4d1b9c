import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { LocalAddressesAnswer, LocalAddressesChange } from "../../../../codec/admin/admin-local-addresses.ts";
import type { Answer } from "../../../shared/api/api.ts";
import { currentLocale, split, textsOf } from "../../../shared/language/texts.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settings } from "../../texts/en/settings.ts";
import { AskingButton } from "../forms/confirm.tsx";
import { PageTitle, Section } from "../forms/form-section.tsx";
import type { Loaded } from "../forms/listing.ts";
import { UnreadPage } from "../forms/records.tsx";

const text = textsOf("settings", settings);

const path = "/api/local-addresses";

/** Whether requests may go to the service's own machine and network. Source: AUTH-05, AUTH-06. */
export function Network(): JSX.Element {
  const { api } = useDesk();
  const state = useSignal<Loaded<LocalAddressesAnswer>>({ state: "loading" });
  const read = async (): Promise<void> => {
    const answer = await api.get<LocalAddressesAnswer>(path);
    state.value = answer.ok ? { state: "there", value: answer.value } : { state: "failed", failure: answer.failure };
  };
  const allow = async (allowed: boolean): Promise<Answer<LocalAddressesAnswer>> => {
    const answer = await api.send<LocalAddressesAnswer>("PATCH", path, { body: { allowed } });
    if (answer.ok) state.value = { state: "there", value: answer.value };
    return answer;
  };
  useEffect(() => void read(), []);
  const { value: known } = state;
  if (known.state !== "there")
    return (
      <UnreadPage title={text("network")} unread={text("networkUnread")} list={known} onRetry={() => void read()} />
    );
  return (
    <main class="settings-page">
      <PageTitle>{text("network")}</PageTitle>
      <Section title={text("ownAddresses")} help={text("ownAddressesHelp")}>
        <Switch setting={known.value} allow={allow} />
      </Section>
      <Changes changes={known.value.changes} />
    </main>
  );
}

interface SwitchProps {
  readonly setting: LocalAddressesAnswer;
  readonly allow: (allowed: boolean) => Promise<Answer<LocalAddressesAnswer>>;
}

function Switch({ setting: { allowed, forbidden }, allow }: SwitchProps): JSX.Element {
  if (forbidden) return <p>{text("networkForbidden")}</p>;
  return (
    <>
      <p role="status">{text(allowed ? "networkAllowed" : "networkRefused")}</p>
      <AskingButton
        button={text(allowed ? "refuseThem" : "allowThem")}
        look={allowed ? "danger" : "primary"}
        title={text(allowed ? "refuseAsk" : "allowAsk")}
        action={text(allowed ? "refuse" : "allow")}
        act={() => allow(!allowed)}
      >
        <ul class="plain-list">
          {(allowed ? whenRefused : whenAllowed).map((key) => (
            <li key={key}>{text(key)}</li>
          ))}
        </ul>
      </AskingButton>
    </>
  );
}

const whenAllowed = ["allowedSends", "allowedWhen", "allowedAtOnce"] as const;
const whenRefused = ["refusedStay", "refusedAtOnce"] as const;

/** The author and time of each change; empty without changes. */
function Changes({ changes }: { readonly changes: readonly LocalAddressesChange[] }): JSX.Element | null {
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
