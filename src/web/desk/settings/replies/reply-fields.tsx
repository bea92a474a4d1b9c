import type { JSX } from "preact";
import { split, textsOf } from "../../../shared/language/texts.ts";
import { Field } from "../../../shared/parts/field.tsx";
import { fillCanned } from "../../conversation/composer/canned.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsYou } from "../../texts/en/settings-you.ts";
import { bind } from "../forms/bound.ts";
import { CheckField, TextField } from "../forms/fields.tsx";
import type { Form } from "../forms/use-form.ts";

const text = textsOf("settings-you", settingsYou);

export interface ReplyValues {
  readonly shortcut: string;
  readonly text: string;
  readonly shared: boolean;
}

/** The shortcut, the text, and a preview. */
export function ReplyFields({ form }: { readonly form: Form<ReplyValues> }): JSX.Element {
  const { agent } = useDesk().surroundings.value;
  const field = bind(form, "text");
  const filled = fillCanned(field.value, { name: "Maria", agent: agent.name });
  return (
    <>
      <TextField
        label={text("shortcut")}
        of={bind(form, "shortcut")}
        placeholder={text("shortcutExample")}
        help={text("shortcutHelp")}
        isRequired
      />
      <Field
        label={text("replyText")}
        error={field.error}
        help={split(text("replyTextHelp", { name: "{name}", agent: "{agent}" }), {
          name: <code>{"{name}"}</code>,
          agent: <code>{"{agent}"}</code>,
        })}
      >
        {(control) => (
          <textarea
            {...control}
            class="reply-field"
            rows={6}
            dir="auto"
            aria-required="true"
            value={field.value}
            onInput={(event) => field.set(event.currentTarget.value)}
            onBlur={field.leave}
          />
        )}
      </Field>
      {filled !== field.value && (
        <div class="field">
          <p class="help">{text("toMaria")}</p>
          <p class="reply-whole" dir="auto">
            {filled}
          </p>
        </div>
      )}
      {agent.role === "admin" && (
        <CheckField label={text("shared")} of={bind(form, "shared")} help={text("sharedHelp")} />
      )}
    </>
  );
}
