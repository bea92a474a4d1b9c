import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { settingsChannels } from "../../texts/en/settings-channels.ts";
import { bind } from "../forms/bound.ts";
import { CheckField, TextField } from "../forms/fields.tsx";
import type { Form } from "../forms/use-form.ts";

const text = textsOf("settings-channels", settingsChannels);

/** Source: CH-01, CH-43. */
export const WebhookUrlField = <Values extends { readonly webhookUrl: string }>({
  form,
}: {
  readonly form: Form<Values>;
}): JSX.Element => (
  <TextField
    label={text("webhookUrl")}
    type="url"
    placeholder="https://shop.example.com/chat"
    of={bind(form, "webhookUrl")}
    help={text("webhookUrlHelp")}
    isRequired
  />
);

/** Source: DEL-26. */
export const ChunkedField = <Values extends { readonly chunked: boolean }>({
  form,
}: {
  readonly form: Form<Values>;
}): JSX.Element => <CheckField label={text("chunked")} of={bind(form, "chunked")} help={text("chunkedHelp")} />;
