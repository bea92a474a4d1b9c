import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { textsOf } from "../../../shared/language/texts.ts";
import type { CannedReply } from "../../conversation/composer/canned.ts";
import { cannedOf } from "../../conversation/composer/canned.ts";
import { route } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsYou } from "../../texts/en/settings-you.ts";
import { useListing } from "../forms/listing.ts";
import { NoSuch, UnreadPage } from "../forms/not-there.tsx";
import { repliesPlace } from "./places.ts";
import { ReplyList } from "./reply-list.tsx";
import { AddReply, ReplyPage } from "./reply-page.tsx";

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
        failure={list.state === "failed" ? list.failure : null}
        onRetry={() => void listing.read()}
      />
    );
  if (what === undefined) return <ReplyList replies={list.value} />;
  const reply = list.value.find(({ id }) => id === what);
  if (reply === undefined)
    return <NoSuch title={text("noSuchReply")} back={repliesPlace} backTitle={text("allReplies")} />;
  return <ReplyPage key={reply.id} reply={reply} listing={listing} />;
}
