import type { JSX } from "preact";
import type { WidgetChannelAnswer } from "../../../../../codec/admin/channel-answer.ts";
import { textsOf } from "../../../../shared/language/texts.ts";
import { useDesk } from "../../../shell/use-desk.ts";
import { settingsPrograms } from "../../../texts/en/settings-programs.ts";
import { checkOptionalUrl, targetSentence } from "../../forms/checks.ts";
import { TextField } from "../../forms/fields.tsx";
import { Section, SettingsForm } from "../../forms/form-section.tsx";
import { bind, useForm } from "../../forms/use-form.ts";
import { formOf, useChange } from "../channel-fields.tsx";
import { channelsOf } from "../channels-data.ts";
import { SecretControl } from "./secret-control.tsx";

const text = textsOf("settings-programs", settingsPrograms);

const words = () => ({
  isSet: text("identitySecretSet"),
  isNotSet: text("identitySecretNotSet"),
  formerUntil: (time: string) => text("identityFormerUntil", { time }),
  newSecret: text("newIdentitySecret"),
  makeThen: text("identityMakeThen"),
  makeAnotherThen: text("identityMakeAnotherThen"),
  endEllipsis: text("removeSecretEllipsis"),
  endAsk: text("removeSecretAsk"),
  end: text("removeSecret"),
  endThen: text("removeSecretThen"),
});

/** What the tokens of visitors are verified with. Source: WJ-48, WJ-50. */
export function IdentitySection({ channel }: { readonly channel: WidgetChannelAnswer }): JSX.Element {
  const { id, identity } = channel;
  const data = channelsOf(useDesk());
  const change = useChange(channel);
  const form = useForm({
    name: formOf(id, "identity"),
    saved: { jwksUrl: identity?.jwksUrl ?? "" },
    places: { jwksUrl: "identity.jwksUrl" },
    sentences: { jwksUrl: targetSentence },
    check: ({ jwksUrl }) => ({ jwksUrl: checkOptionalUrl(jwksUrl) }),
    send: ({ jwksUrl }) => change({ identity: { jwksUrl: jwksUrl === "" ? null : jwksUrl } }),
  });
  const make = async () => {
    const answer = await data.act<{ readonly identitySecret: string }>("POST", id, "identity/secret");
    return answer.ok ? { ...answer, value: answer.value.identitySecret } : answer;
  };
  return (
    <Section title={text("identity")} help={text("identityHelp")}>
      <SecretControl
        words={words()}
        isSet={identity?.hasSecret ?? false}
        formerUntil={identity?.previousSecretUntil ?? null}
        make={make}
        end={() => data.change(id, { identity: { secret: null } })}
      />
      <SettingsForm form={form}>
        <TextField
          label={text("keysAddress")}
          type="url"
          placeholder="https://login.example.com/.well-known/jwks.json"
          of={bind(form, "jwksUrl")}
          help={text("keysAddressHelp")}
        />
      </SettingsForm>
    </Section>
  );
}
