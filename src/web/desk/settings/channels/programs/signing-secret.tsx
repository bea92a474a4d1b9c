import { useSignal } from "@preact/signals";
import type { ComponentChildren, JSX } from "preact";
import { textsOf } from "../../../../shared/language/texts.ts";
import { exactTime } from "../../../../shared/parts/times.ts";
import { CopyField } from "../../../parts/copy-field.tsx";
import { useDesk } from "../../../shell/use-desk.ts";
import { settingsPrograms } from "../../../texts/en/settings-programs.ts";
import { Confirm } from "../../forms/confirm.tsx";
import { Section } from "../../forms/form-section.tsx";
import { channelsOf } from "../channels-data.ts";

const text = textsOf("settings-programs", settingsPrograms);

const outgoing = {
  title: "signingSecret",
  help: "signingSecretHelp",
  set: "secretSet",
  notSet: "secretNotSet",
  former: "formerUntil",
  makeThen: "makeThen",
  makeAnotherThen: "makeAnotherThen",
} as const;
const incoming = {
  title: "incomingSecret",
  help: "incomingSecretHelp",
  set: "incomingSet",
  notSet: "incomingNotSet",
  former: "incomingFormer",
  makeThen: "incomingMakeThen",
  makeAnotherThen: "incomingMakeAnotherThen",
} as const;

interface SigningSecretProps {
  /** The channel. */
  readonly id: string;
  /** The operation of the channel that makes the secret. */
  readonly path: "secret" | "incoming/secret" | "bot/secret" | "webhooks/secret";
  readonly secrets: { readonly signed: boolean; readonly previousSecretUntil: number | null };
  /** The change of the channel that ends the signing; without it, the secret can only be replaced. */
  readonly end?: object;
  readonly children?: ComponentChildren;
}

/** Creates, replaces and removes a secret that signs requests; it is shown once. Source: WH-40, AUTH-14, AUTH-17, AUTH-18. */
export function SigningSecret({ id, path, secrets, end, children }: SigningSecretProps): JSX.Element {
  const { signed, previousSecretUntil } = secrets;
  const texts = path === "incoming/secret" ? incoming : outgoing;
  const data = channelsOf(useDesk());
  const secret = useSignal<string | null>(null);
  const asking = useSignal<"make" | "end" | null>(null);
  const close = (): void => {
    asking.value = null;
  };
  const make = async () => {
    const answer = await data.act<{ readonly signingSecret: string }>("POST", id, path);
    if (answer.ok) secret.value = answer.value.signingSecret;
    return answer;
  };
  const stop = async (change: object) => {
    const answer = await data.change(id, change);
    if (answer.ok) secret.value = null;
    return answer;
  };
  return (
    <Section title={text(texts.title)} help={text(texts.help)}>
      <p>{text(signed ? texts.set : texts.notSet)}</p>
      {previousSecretUntil !== null && (
        <p class="settings-notice">{text(texts.former, { time: exactTime(previousSecretUntil) })}</p>
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
        {signed && end !== undefined && (
          <button type="button" class="quiet" onClick={() => (asking.value = "end")}>
            {text("stopSigningEllipsis")}
          </button>
        )}
      </div>
      {children}
      {asking.value === "make" && (
        <Confirm title={text(signed ? "makeAnotherAsk" : "makeAsk")} action={text("makeIt")} act={make} onClose={close}>
          <p>{text(signed ? texts.makeAnotherThen : texts.makeThen)}</p>
        </Confirm>
      )}
      {asking.value === "end" && end !== undefined && (
        <Confirm title={text("stopSigningAsk")} action={text("stopSigning")} act={() => stop(end)} onClose={close}>
          <p>{text("stopSigningThen")}</p>
        </Confirm>
      )}
    </Section>
  );
}
