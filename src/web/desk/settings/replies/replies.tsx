import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { split, textsOf } from "../../../shared/language/texts.ts";
import type { CannedReply } from "../../conversation/composer/canned.ts";
import { cannedOf, matchCanned } from "../../conversation/composer/canned.ts";
import { useCommands } from "../../shell/commands/commands.ts";
import { go, placeOf, route } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsYou } from "../../texts/en/settings-you.ts";
import { Section } from "../forms/form-section.tsx";
import { useListing } from "../forms/listing.ts";
import { ListHead, NoSuch, UnreadPage } from "../forms/records.tsx";
import { AddReply, placeOfReply, ReplyPage, repliesPlace } from "./reply-page.tsx";

const text = textsOf("settings-you", settingsYou);

/** Canned replies: the agent's own, and the shared ones. */
export function Replies(): JSX.Element {
  const desk = useDesk();
  const [, what] = route.value.parts;
  const listing = useListing<CannedReply>({ path: "/api/canned-replies", many: "replies", one: "reply" }, what);
  const { value: list } = listing.list;
  // Changed replies are then available in chats.
  useEffect(() => cannedOf(desk).outdated(), [desk, list]);
  if (what === "add") return <AddReply listing={listing} />;
  if (list.state !== "there")
    return (
      <UnreadPage
        title={text("replies")}
        unread={text("repliesUnread")}
        list={list}
        onRetry={() => void listing.read()}
      />
    );
  if (what === undefined) return <ReplyList replies={list.value} />;
  const reply = list.value.find(({ id }) => id === what);
  if (reply === undefined)
    return <NoSuch title={text("noSuchReply")} back={repliesPlace} backTitle={text("allReplies")} />;
  return <ReplyPage key={reply.id} reply={reply} listing={listing} />;
}

const addPlace = placeOf(["settings", "replies", "add"]);
/** With fewer replies no search field is needed. */
const searchedFrom = 6;

/** The agent's own and the shared replies, with a search by shortcut or text. */
function ReplyList({ replies }: { readonly replies: readonly CannedReply[] }): JSX.Element {
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
      <ul class="card-list">
        {replies.map(({ id, shortcut, text: whole }) => (
          <li key={id}>
            <a class="row record reply" href={placeOfReply(id)}>
              <span class="record-name">
                <bdi dir="ltr">/{shortcut}</bdi>
              </span>
              <span class="reply-text" dir="auto">
                {whole}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
