import type { JSX } from "preact";
import { split, textsOf } from "../../../shared/language/texts.ts";
import type { Sentences } from "../../../shared/parts/sentences.ts";
import { unlessTaken } from "../../../shared/parts/sentences.ts";
import { Field } from "../../../shared/ui/field.tsx";
import type { CannedReply } from "../../conversation/composer/canned.ts";
import { fillCanned } from "../../conversation/composer/canned.ts";
import { go, placeOf } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsYou } from "../../texts/en/settings-you.ts";
import { checkReplyText, checkShortcut, shortcutSentence } from "../forms/checks.ts";
import { RemoveRecord } from "../forms/confirm.tsx";
import { CheckField, TextField } from "../forms/fields.tsx";
import { BackLink, PageTitle, Section, SettingsForm } from "../forms/form-section.tsx";
import type { Listing } from "../forms/listing.ts";
import type { Form } from "../forms/use-form.ts";
import { bind, useForm } from "../forms/use-form.ts";

const text = textsOf("settings-you", settingsYou);

interface RepliesProps {
  readonly listing: Listing<CannedReply>;
}

const sentences: Sentences<ReplyValues> = {
  shortcut: unlessTaken(() => text("shortcutTaken"), shortcutSentence),
  text: () => text("replyTextWrong"),
  shared: () => text("sharedWrong"),
};

const checkReply = ({ shortcut, text: whole }: ReplyValues) => ({
  shortcut: checkShortcut(shortcut),
  text: checkReplyText(whole),
});

/** A new reply of the agent; administrators can share it. */
export function AddReply({ listing }: RepliesProps): JSX.Element {
  const form = useForm<ReplyValues>({
    name: "new reply",
    saved: { shortcut: "", text: "", shared: false },
    sentences,
    check: checkReply,
    async send(_changed, values) {
      const answer = await listing.create<{ readonly reply: CannedReply }>(values);
      if (answer.ok) go(placeOfReply(answer.value.reply.id), true);
      return answer;
    },
  });
  return (
    <main class="settings-page">
      <BackLink to={repliesPlace}>{text("allReplies")}</BackLink>
      <PageTitle>{text("addReplyCommand")}</PageTitle>
      <SettingsForm form={form} action={text("add")} busy={text("adding")} isNew>
        <ReplyFields form={form} />
      </SettingsForm>
    </main>
  );
}

interface ReplyPageProps extends RepliesProps {
  readonly reply: CannedReply;
}

/** One reply. Only administrators can change shared ones. Source: AUTH-15. */
export function ReplyPage({ reply, listing }: ReplyPageProps): JSX.Element {
  const isAdministrator = useDesk().surroundings.value.agent.role === "admin";
  return (
    <main class="settings-page">
      <BackLink to={repliesPlace}>{text("allReplies")}</BackLink>
      <PageTitle>
        <bdi dir="ltr">/{reply.shortcut}</bdi>
      </PageTitle>
      {reply.shared && !isAdministrator ? <Shared reply={reply} /> : <Changeable reply={reply} listing={listing} />}
    </main>
  );
}

const Shared = ({ reply }: { readonly reply: CannedReply }): JSX.Element => (
  <Section title={text("shared")} help={text("administratorsChangeIt")}>
    <p class="reply-whole" dir="auto">
      {reply.text}
    </p>
  </Section>
);

function Changeable({ reply, listing }: ReplyPageProps): JSX.Element {
  const { id, shortcut, shared } = reply;
  const forms = `reply ${id} `;
  const form = useForm<ReplyValues>({
    name: `${forms}whole`,
    saved: { shortcut, text: reply.text, shared },
    sentences,
    check: checkReply,
    send: (changed) => listing.change(id, changed),
  });
  return (
    <>
      <SettingsForm form={form}>
        <ReplyFields form={form} />
      </SettingsForm>
      <RemoveRecord
        title={text("removeReply")}
        name={`/${shortcut}`}
        forms={forms}
        back={repliesPlace}
        act={() => listing.remove(id)}
      >
        <p>{text(shared ? "removeShared" : "removeOwn")}</p>
      </RemoveRecord>
    </>
  );
}

interface ReplyValues {
  readonly shortcut: string;
  readonly text: string;
  readonly shared: boolean;
}

/** The shortcut, the text, and a preview. */
function ReplyFields({ form }: { readonly form: Form<ReplyValues> }): JSX.Element {
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

export const repliesPlace = placeOf(["settings", "replies"]);
export const placeOfReply = (id: string): string => placeOf(["settings", "replies", id]);
