import type { JSX } from "preact";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import { split, textsOf } from "../../../shared/language/texts.ts";
import { Ago } from "../../../shared/parts/ago.tsx";
import { press, underWay } from "../../../shared/parts/press.ts";
import { clientPanelOpen } from "../../shell/panes.ts";
import { placeOf } from "../../shell/route.ts";
import { acceptChat, chatsUnderWay } from "../../shell/steps/chat-steps.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { composerTexts } from "../../texts/en/composer.ts";
import { offersOf } from "../offers.ts";

const text = textsOf("composer", composerTexts);

/** Shown instead of the field: why the agent cannot write to the client now, and a remedy. */
export function Instead({ chat }: { readonly chat: DeskChat }): JSX.Element {
  const desk = useDesk();
  const { reply } = offersOf(chat, desk.surroundings.value.agent);
  if (chat.state === "closed") return <Closed chat={chat} />;
  if (reply === null || reply.why !== null)
    return (
      <p class="instead">
        {reply?.why ?? ""} {chat.state === "with_agent" && text("reachesAgents")}
      </p>
    );
  return (
    <p class="instead">
      <span>{text(chat.state === "with_bot" ? "botAnswers" : "replyToTake")}</span>
      <button
        type="button"
        {...press(chatsUnderWay.value.has(chat.id) ? underWay() : null, () => void acceptChat(desk, chat.id))}
      >
        {reply.title}
      </button>
    </p>
  );
}

const Closed = ({ chat: { client, closedAt } }: { readonly chat: DeskChat }): JSX.Element => (
  <div class="composer">
    <p class="instead">
      <span>
        {closedAt === null
          ? text("closed")
          : split(text("closedAgo", { time: "{time}" }), { time: <Ago atMs={closedAt} inSentence /> })}
      </span>
      <a class="button" href={placeOf(["archive"], { q: client.name })}>
        {text("searchArchive")}
      </a>
      {client.chatsCount > 1 && (
        <button type="button" class="earlier-chats" onClick={() => (clientPanelOpen.value = true)}>
          {text("earlierChats")}
        </button>
      )}
    </p>
  </div>
);
