import type { JSX } from "preact";
import { Field } from "../../../shared/parts/field.tsx";
import { fillCanned } from "../../conversation/composer/canned.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { bind } from "../forms/bound.ts";
import { CheckField, TextField } from "../forms/fields.tsx";
import type { Form } from "../forms/use-form.ts";

export interface ReplyValues {
  readonly shortcut: string;
  readonly text: string;
  readonly shared: boolean;
}

/** What brings the text, the text, and how it will read. */
export function ReplyFields({ form }: { readonly form: Form<ReplyValues> }): JSX.Element {
  const { agent } = useDesk().surroundings.value;
  const text = bind(form, "text");
  const filled = fillCanned(text.value, { name: "Maria", agent: agent.name });
  return (
    <>
      <TextField
        label="Shortcut"
        of={bind(form, "shortcut")}
        placeholder="hello"
        help="Typed behind / in a chat: letters, digits, - and _."
        isRequired
      />
      <Field
        label="Text"
        error={text.error}
        help={
          <>
            <code>{"{name}"}</code> becomes the client's name, <code>{"{agent}"}</code> the agent's.
          </>
        }
      >
        {(control) => (
          <textarea
            {...control}
            class="reply-field"
            rows={6}
            dir="auto"
            aria-required="true"
            value={text.value}
            onInput={(event) => text.set(event.currentTarget.value)}
            onBlur={text.leave}
          />
        )}
      </Field>
      {filled !== text.value && (
        <div class="field">
          <p class="help">To a client called Maria:</p>
          <p class="reply-whole" dir="auto">
            {filled}
          </p>
        </div>
      )}
      {agent.role === "admin" && (
        <CheckField
          label="Shared with all agents"
          of={bind(form, "shared")}
          help="Off: you alone have it. Administrators alone change shared ones."
        />
      )}
    </>
  );
}
