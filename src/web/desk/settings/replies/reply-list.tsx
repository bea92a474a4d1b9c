import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { split, textsOf } from "../../../shared/language/texts.ts";
import type { CannedReply } from "../../conversation/composer/canned.ts";
import { matchCanned } from "../../conversation/composer/canned.ts";
import { useCommands } from "../../shell/commands/commands.ts";
import { go, placeOf } from "../../shell/route.ts";
import { settingsYou } from "../../texts/en/settings-you.ts";
import { Section } from "../forms/form-section.tsx";
import { ListHead } from "../forms/records.tsx";
import { placeOfReply } from "./places.ts";

const text = textsOf("settings-you", settingsYou);

const addPlace = placeOf(["settings", "replies", "add"]);
/** With fewer replies no search field is needed. */
const searchedFrom = 6;

/** The agent's own and the shared replies, with a search by shortcut or text. */
export function ReplyList({ replies }: { readonly replies: readonly CannedReply[] }): JSX.Element {
  const query = useSignal("");
  useCommands(
    [{ id: "add reply", title: text("addReplyCommand"), group: text("commandGroup"), run: () => go(addPlace) }],
    [],
  );
  const wanted = query.value.trim().replace(/^\//, "");
  const found = matchCanned(replies, wanted);
  return (
    <main class="settings-page">
      <ListHead title={text("replies")} add={text("addReply")} addPlace={addPlace} />
      {replies.length === 0 && <NoReplies />}
      {replies.length >= searchedFrom && (
        <div class="reply-search">
          <input
            type="search"
            aria-label={text("findReply")}
            placeholder={text("findReplyBy")}
            value={query.value}
            onInput={(event) => (query.value = event.currentTarget.value)}
          />
          <p class="help" role="status">
            {wanted !== "" && (found.length === 0 ? text("noneFits") : text("replyCount", { n: found.length }))}
          </p>
        </div>
      )}
      <Group title={text("yoursAlone")} replies={found.filter(({ shared }) => !shared)} />
      <Group title={text("everyones")} replies={found.filter(({ shared }) => shared)} />
    </main>
  );
}

const NoReplies = (): JSX.Element => (
  <div class="empty">
    <p>
      {split(text("noReplies", { example: "{example}", slash: "{slash}" }), {
        example: <kbd>/{text("shortcutExample")}</kbd>,
        slash: <kbd>/</kbd>,
      })}
    </p>
  </div>
);

interface GroupProps {
  readonly title: string;
  readonly replies: readonly CannedReply[];
}

const Group = ({ title, replies }: GroupProps): JSX.Element | null =>
  replies.length === 0 ? null : (
    <Section title={title}>
      <ul class="record-list">
        {replies.map(({ id, shortcut, text: whole }) => (
          <li key={id}>
            <a class="record reply" href={placeOfReply(id)}>
              <span class="record-name">/{shortcut}</span>
              <span class="reply-text" dir="auto">
                {whole}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
