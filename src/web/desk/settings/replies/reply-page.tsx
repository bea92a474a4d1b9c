import type { JSX } from "preact";
import type { Sentences } from "../../../shared/parts/sentences.ts";
import { unlessTaken } from "../../../shared/parts/sentences.ts";
import type { CannedReply } from "../../conversation/composer/canned.ts";
import { go } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
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

interface RepliesProps {
  readonly listing: Listing<CannedReply>;
}

const sentences: Sentences<ReplyValues> = {
  shortcut: unlessTaken("There is a reply with this shortcut already. Choose another one.", shortcutSentence),
  text: "Enter a text of 10,000 characters at most.",
  shared: "Choose again who is to have it.",
};

const checkReply = ({ shortcut, text }: ReplyValues) => ({
  shortcut: checkShortcut(shortcut),
  text: checkReplyText(text),
});

/** A new one of one's own; administrators share it if they like. */
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
      <BackLink to={repliesPlace}>All canned replies</BackLink>
      <PageTitle>Add a canned reply</PageTitle>
      <SettingsForm form={form} action="Add" busy="Adding…" isNew>
        <ReplyFields form={form} />
      </SettingsForm>
    </main>
  );
}

interface ReplyPageProps extends RepliesProps {
  readonly reply: CannedReply;
}

/** One reply. What all agents share is for administrators to change. Source: AUTH-15. */
export function ReplyPage({ reply, listing }: ReplyPageProps): JSX.Element {
  const isAdministrator = useDesk().surroundings.value.agent.role === "admin";
  return (
    <main class="settings-page">
      <BackLink to={repliesPlace}>All canned replies</BackLink>
      <PageTitle>/{reply.shortcut}</PageTitle>
      {reply.shared && !isAdministrator ? <Shared reply={reply} /> : <Changeable reply={reply} listing={listing} />}
    </main>
  );
}

const Shared = ({ reply: { text } }: { readonly reply: CannedReply }): JSX.Element => (
  <Section title="Shared with all agents" help="Administrators change it.">
    <p class="reply-whole" dir="auto">
      {text}
    </p>
  </Section>
);

function Changeable({ reply, listing }: ReplyPageProps): JSX.Element {
  const { id, shortcut, text, shared } = reply;
  const forms = `reply ${id} `;
  const form = useForm<ReplyValues>({
    name: `${forms}whole`,
    saved: { shortcut, text, shared },
    sentences,
    check: checkReply,
    send: (changed) => listing.change(id, changed),
  });
  return (
    <>
      <SettingsForm form={form}>
        <ReplyFields form={form} />
      </SettingsForm>
      <RemoveRecord what="reply" name={`/${shortcut}`} forms={forms} back={repliesPlace} act={() => listing.remove(id)}>
        <p>{shared ? "No agent finds it any more." : "You do not find it any more."} What was sent with it stays.</p>
      </RemoveRecord>
    </>
  );
}
