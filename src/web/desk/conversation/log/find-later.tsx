import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { textsOf } from "../../../shared/language/texts.ts";
import { loading, NotLoaded, useLater } from "../../../shared/parts/missing.tsx";
import { useCommands } from "../../shell/commands/commands.ts";
import { conversationTexts } from "../../texts/en/conversation.ts";
import { findTexts } from "../../texts/en/find.ts";
import type { FindBarProps } from "./find-bar.tsx";

const text = textsOf("find", findTexts);
const chatText = textsOf("conversation", conversationTexts);

interface Search {
  readonly chatId: string;
  /** Counts the requests for the search: each one takes the focus. */
  readonly asked: number;
}

const search = signal<Search | null>(null);

/** Opens the search in the messages of a chat. */
export const startFind = (chatId: string): void => {
  search.value = { chatId, asked: (search.peek()?.asked ?? 0) + 1 };
};

type Props = Pick<FindBarProps, "conversation" | "rows" | "onGo">;

/** The search in the messages, whose code is loaded when it is first opened. */
export function FindLater(props: Props): JSX.Element | null {
  const { chatId } = props.conversation;
  const stop = (): void => {
    search.value = null;
  };
  useEffect(() => stop, [chatId]);
  useCommands(
    [{ id: "chat find", title: text("find"), keys: "mod+f", group: chatText("chat"), run: () => startFind(chatId) }],
    [chatId],
  );
  return search.value?.chatId === chatId ? <Loaded {...props} asked={search.value.asked} onClose={stop} /> : null;
}

function Loaded(props: FindBarProps): JSX.Element {
  const state = useLater(() => import("./find-bar.tsx"));
  if (typeof state === "object") return <state.part.FindBar {...props} />;
  if (state === "failed") return <NotLoaded look="find-bar">{text("notOpened")}</NotLoaded>;
  return (
    <p class="find-bar" role="status">
      {loading()}
    </p>
  );
}
