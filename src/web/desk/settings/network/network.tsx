import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { LocalAddressesAnswer } from "../../../../codec/admin/admin-local-addresses.ts";
import type { Answer } from "../../../shared/api/api.ts";
import { useDesk } from "../../shell/use-desk.ts";
import type { Loaded } from "../channels/channels-data.ts";
import { Confirm } from "../forms/confirm.tsx";
import { Section } from "../forms/form-section.tsx";
import { UnreadPage } from "../forms/not-there.tsx";
import { PageTitle } from "../forms/page-title.tsx";
import { Changes } from "./changes.tsx";

const path = "/api/local-addresses";

/** Whether requests may go to the own machine and network. Source: AUTH-05, AUTH-06. */
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
      <UnreadPage
        title="Own network"
        what="This setting"
        failure={known.state === "failed" ? known.failure : null}
        onRetry={() => void read()}
      />
    );
  return (
    <main class="settings-page">
      <PageTitle>Own network</PageTitle>
      <Section
        title="Addresses of your own machine and network"
        help="For webhook URLs, bots and token URLs: localhost, 127.0.0.0/8, 10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, and ::1 and fc00::/7 of IPv6. Plain http is allowed there as well. Link-local addresses, where clouds keep secrets of the machine, stay refused."
      >
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
  const isAsking = useSignal(false);
  if (forbidden) return <p>They are refused, and the config file lets nobody allow them.</p>;
  return (
    <>
      <p role="status">
        {allowed ? "They are allowed." : "They are refused. Allow them to try Parley with a system on this machine."}
      </p>
      <div class="save-bar">
        <button type="button" class={allowed ? "danger" : "primary"} onClick={() => (isAsking.value = true)}>
          {allowed ? "Refuse them…" : "Allow them…"}
        </button>
      </div>
      {isAsking.value && (
        <Confirm
          title={allowed ? "Refuse addresses of your own network?" : "Allow addresses of your own network?"}
          action={allowed ? "Refuse" : "Allow"}
          act={() => allow(!allowed)}
          onClose={() => (isAsking.value = false)}
        >
          <ul class="plain-list">
            {(allowed ? whenRefused : whenAllowed).map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
        </Confirm>
      )}
    </>
  );
}

const whenAllowed = [
  "Every administrator can then have Parley send requests to this machine and to your network.",
  "Do it to try things out, or where all administrators may reach these systems anyway.",
  "It counts at once. Who changed it, and when, is kept below.",
];
const whenRefused = [
  "Channels, bots and webhooks with such addresses stay as they are, and get nothing any more: messages are not delivered.",
  "It counts at once.",
];
