import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { CannedReply } from "../../conversation/composer/canned.ts";
import { matchCanned } from "../../conversation/composer/canned.ts";
import { useCommands } from "../../shell/commands/commands.ts";
import { go, placeOf } from "../../shell/route.ts";
import { Section } from "../forms/form-section.tsx";
import { countOf, ListHead } from "../forms/records.tsx";
import { placeOfReply } from "./places.ts";

const addPlace = placeOf(["settings", "replies", "add"]);
/** Fewer are seen at once. */
const searchedFrom = 6;

/** One's own and the shared ones, found by their shortcut or their text. */
export function ReplyList({ replies }: { readonly replies: readonly CannedReply[] }): JSX.Element {
  const query = useSignal("");
  useCommands([{ id: "add reply", title: "Add a canned reply", group: "Settings", run: () => go(addPlace) }], []);
  const wanted = query.value.trim().replace(/^\//, "");
  const found = matchCanned(replies, wanted);
  return (
    <main class="settings-page">
      <ListHead title="Canned replies" add="Add a reply" addPlace={addPlace} />
      {replies.length === 0 && <NoReplies />}
      {replies.length >= searchedFrom && (
        <div class="reply-search">
          <input
            type="search"
            aria-label="Find a canned reply"
            placeholder="Find by shortcut or text"
            value={query.value}
            onInput={(event) => (query.value = event.currentTarget.value)}
          />
          <p class="help" role="status">
            {wanted !== "" && (found.length === 0 ? "None fits." : `${countOf(found.length, "reply", "replies")}`)}
          </p>
        </div>
      )}
      <Group title="Yours alone" replies={found.filter(({ shared }) => !shared)} />
      <Group title="Everyone's, kept by the administrators" replies={found.filter(({ shared }) => shared)} />
    </main>
  );
}

const NoReplies = (): JSX.Element => (
  <div class="empty">
    <p>
      No canned reply yet. Give a text you write again and again a short name, like <kbd>/hello</kbd>. In a chat, type{" "}
      <kbd>/</kbd> and the name, press Enter, and the text stands there.
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
        {replies.map(({ id, shortcut, text }) => (
          <li key={id}>
            <a class="record reply" href={placeOfReply(id)}>
              <span class="record-name">/{shortcut}</span>
              <span class="reply-text" dir="auto">
                {text}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
