import { effect, signal } from "@preact/signals";
import { route } from "../route.ts";

const rememberedMax = 6;
const opened = signal<readonly string[]>([]);

/** The chats that were opened on this page, the last one first, without the open one. */
export const lastChats = (): readonly string[] => opened.value.filter((id) => id !== openChatId());

function openChatId(): string | undefined {
  const { section, parts } = route.value;
  if (section === "inbox") return parts[1];
  return section === "archive" ? parts[0] : undefined;
}

/** Returns a function that ends it. */
export const rememberChats = (): (() => void) =>
  effect(() => {
    const id = openChatId();
    if (id !== undefined) opened.value = [id, ...opened.peek().filter((one) => one !== id)].slice(0, rememberedMax);
  });
