import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { WebhooksAnswer } from "../../../../../codec/admin/admin-webhooks.ts";
import { textsOf } from "../../../../shared/language/texts.ts";
import { exactTime } from "../../../../shared/parts/times.ts";
import { CopyField } from "../../../parts/copy-field.tsx";
import { useDesk } from "../../../shell/use-desk.ts";
import { settingsPrograms } from "../../../texts/en/settings-programs.ts";
import { Confirm } from "../../forms/confirm.tsx";
import { Section } from "../../forms/form-section.tsx";
import { channelsOf } from "../channels-data.ts";

const text = textsOf("settings-programs", settingsPrograms);

interface SigningSecretProps {
  readonly id: string;
  readonly webhooks: WebhooksAnswer;
}

/** Creates, replaces and removes the secret that signs events; it is shown once. Source: WH-40, AUTH-14. */
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
    <Section title={text("signingSecret")} help={text("signingSecretHelp")}>
      <p>{text(signed ? "secretSet" : "secretNotSet")}</p>
      {previousSecretUntil !== null && (
        <p class="settings-notice">{text("formerUntil", { time: exactTime(previousSecretUntil) })}</p>
      )}
      {secret.value !== null && (
        <div class="settings-notice">
          <CopyField label={text("newSecret")} value={secret.value} help={text("newSecretHelp")} />
        </div>
      )}
      <div class="save-bar">
        <button type="button" onClick={() => (asking.value = "make")}>
          {text(signed ? "makeAnotherEllipsis" : "makeEllipsis")}
        </button>
        {signed && (
          <button type="button" class="quiet" onClick={() => (asking.value = "end")}>
            {text("stopSigningEllipsis")}
          </button>
        )}
      </div>
      {asking.value === "make" && (
        <Confirm title={text(signed ? "makeAnotherAsk" : "makeAsk")} action={text("makeIt")} act={make} onClose={close}>
          <p>{text(signed ? "makeAnotherThen" : "makeThen")}</p>
        </Confirm>
      )}
      {asking.value === "end" && (
        <Confirm title={text("stopSigningAsk")} action={text("stopSigning")} act={end} onClose={close}>
          <p>{text("stopSigningThen")}</p>
        </Confirm>
      )}
    </Section>
  );
}
