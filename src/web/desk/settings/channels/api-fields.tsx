import type { JSX } from "preact";
import { bind } from "../forms/bound.ts";
import { CheckField, TextField } from "../forms/fields.tsx";
import type { Form } from "../forms/use-form.ts";

/** Source: CH-01, CH-43. */
export const WebhookUrlField = <Values extends { readonly webhookUrl: string }>({
  form,
}: {
  readonly form: Form<Values>;
}): JSX.Element => (
  <TextField
    label="Webhook server URL"
    type="url"
    placeholder="https://shop.example.com/chat"
    of={bind(form, "webhookUrl")}
    help="What agents write is posted to this address of your system."
    isRequired
  />
);

/** Source: DEL-26. */
export const ChunkedField = <Values extends { readonly chunked: boolean }>({
  form,
}: {
  readonly form: Form<Values>;
}): JSX.Element => (
  <CheckField
    label="Chunked encoding"
    of={bind(form, "chunked")}
    help="Requests to your system come in chunks, without a Content-Length header. Off suits most systems."
  />
);
