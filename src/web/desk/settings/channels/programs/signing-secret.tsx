import type { ComponentChildren, JSX } from "preact";
import { textsOf } from "../../../../shared/language/texts.ts";
import { useDesk } from "../../../shell/use-desk.ts";
import { settingsPrograms } from "../../../texts/en/settings-programs.ts";
import { Section } from "../../forms/form-section.tsx";
import { channelsOf } from "../channels-data.ts";
import type { SecretWords } from "./secret-control.tsx";
import { SecretControl } from "./secret-control.tsx";

const text = textsOf("settings-programs", settingsPrograms);

const stopWords = () => ({
  newSecret: text("newSecret"),
  endEllipsis: text("stopSigningEllipsis"),
  endAsk: text("stopSigningAsk"),
  end: text("stopSigning"),
  endThen: text("stopSigningThen"),
});
export const outgoingWords = (): SecretWords => ({
  ...stopWords(),
  isSet: text("secretSet"),
  isNotSet: text("secretNotSet"),
  formerUntil: (time) => text("formerUntil", { time }),
  makeThen: text("makeThen"),
  makeAnotherThen: text("makeAnotherThen"),
});
const incomingWords = (): SecretWords => ({
  ...stopWords(),
  isSet: text("incomingSet"),
  isNotSet: text("incomingNotSet"),
  formerUntil: (time) => text("incomingFormer", { time }),
  makeThen: text("incomingMakeThen"),
  makeAnotherThen: text("incomingMakeAnotherThen"),
});

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

/** A secret that signs requests, of either direction. Source: WH-40, AUTH-17, AUTH-18. */
export function SigningSecret({ id, path, secrets, end, children }: SigningSecretProps): JSX.Element {
  const data = channelsOf(useDesk());
  const isIncoming = path === "incoming/secret";
  const make = async () => {
    const answer = await data.act<{ readonly signingSecret: string }>("POST", id, path);
    return answer.ok ? { ...answer, value: answer.value.signingSecret } : answer;
  };
  return (
    <Section
      title={text(isIncoming ? "incomingSecret" : "signingSecret")}
      help={text(isIncoming ? "incomingSecretHelp" : "signingSecretHelp")}
    >
      <SecretControl
        words={isIncoming ? incomingWords() : outgoingWords()}
        isSet={secrets.signed}
        formerUntil={secrets.previousSecretUntil}
        make={make}
        end={end && (() => data.change(id, end))}
      />
      {children}
    </Section>
  );
}
