import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import type { Sentences } from "../../../shared/parts/sentences.ts";
import { unlessTaken } from "../../../shared/parts/sentences.ts";
import type { CannedReply } from "../../conversation/composer/canned.ts";
import { go } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsYou } from "../../texts/en/settings-you.ts";
import { BackLink } from "../forms/back-link.tsx";
import { checkReplyText, checkShortcut, shortcutSentence } from "../forms/checks.ts";
import { Section, SettingsForm } from "../forms/form-section.tsx";
import type { Listing } from "../forms/listing.ts";
import { PageTitle } from "../forms/page-title.tsx";
import { RemoveRecord } from "../forms/remove-record.tsx";
import { useForm } from "../forms/use-form.ts";
import { placeOfReply, repliesPlace } from "./places.ts";
import type { ReplyValues } from "./reply-fields.tsx";
import { ReplyFields } from "./reply-fields.tsx";

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
      <PageTitle>/{reply.shortcut}</PageTitle>
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
