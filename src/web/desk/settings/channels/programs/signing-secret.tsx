import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { WebhooksAnswer } from "../../../../../codec/admin/admin-webhooks.ts";
import { exactTime } from "../../../../shared/parts/times.ts";
import { CopyField } from "../../../parts/copy-field.tsx";
import { useDesk } from "../../../shell/use-desk.ts";
import { Confirm } from "../../forms/confirm.tsx";
import { Section } from "../../forms/form-section.tsx";
import { channelsOf } from "../channels-data.ts";

interface SigningSecretProps {
  readonly id: string;
  readonly webhooks: WebhooksAnswer;
}

/** Makes, replaces and ends the secret that events are signed with; it is shown once. Source: WH-40, AUTH-14. */
export function SigningSecret({ id, webhooks: { signed, previousSecretUntil } }: SigningSecretProps): JSX.Element {
  const data = channelsOf(useDesk());
  const secret = useSignal<string | null>(null);
  const asking = useSignal<"make" | "end" | null>(null);
  const close = (): void => {
    asking.value = null;
  };
  const make = async () => {
    const answer = await data.act<{ readonly signingSecret: string }>(id, "webhooks/secret");
    if (answer.ok) secret.value = answer.value.signingSecret;
    return answer;
  };
  const end = async () => {
    const answer = await data.change(id, { webhooks: { signingSecret: null } });
    if (answer.ok) secret.value = null;
    return answer;
  };
  return (
    <Section
      title="Signing secret"
      help="With it your server can tell that an event comes from here (Standard Webhooks, header webhook-signature)."
    >
      <p>{signed ? "Set: every event is signed. The secret is not shown again." : "Not set: events are not signed."}</p>
      {previousSecretUntil !== null && (
        <p class="settings-notice">
          Until {exactTime(previousSecretUntil)} the former secret signs beside the present one.
        </p>
      )}
      {secret.value !== null && (
        <div class="settings-notice">
          <CopyField label="New signing secret" value={secret.value} help="Copy it now: it is shown this once." />
        </div>
      )}
      <div class="save-bar">
        <button type="button" onClick={() => (asking.value = "make")}>
          {signed ? "Make another secret…" : "Make a secret…"}
        </button>
        {signed && (
          <button type="button" class="quiet" onClick={() => (asking.value = "end")}>
            Stop signing…
          </button>
        )}
      </div>
      {asking.value === "make" && (
        <Confirm title={signed ? "Make another secret?" : "Make a secret?"} action="Make it" act={make} onClose={close}>
          <p>
            {signed
              ? "The new secret is shown once. For 24 hours events are signed with both, so that your server can be changed over meanwhile; then the former one ends."
              : "It is shown once. From then on every event is signed with it."}
          </p>
        </Confirm>
      )}
      {asking.value === "end" && (
        <Confirm title="Stop signing?" action="Stop signing" act={end} onClose={close}>
          <p>The secret is forgotten. A server that asks for signatures will refuse the events.</p>
        </Confirm>
      )}
    </Section>
  );
}
