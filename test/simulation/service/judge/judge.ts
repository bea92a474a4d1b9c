import type { Agent } from "../people/agent.ts";
import type { History } from "../people/history.ts";
import type { Page } from "../people/page.ts";
import type { Stored } from "./stored.ts";

export interface Judged {
  readonly history: History;
  readonly stored: Stored;
  readonly agents: readonly Agent[];
  readonly pages: readonly Page[];
}

export function judge({ history, stored }: Judged): readonly string[] {
  const texts = stored.chats.flatMap(({ messages }) => messages.filter(({ from }) => from === "client").map(({ text }) => text));
  const lost = history.said.filter(({ text }) => !texts.includes(text));
  return lost.map(({ text }) => `"${text}" is lost`);
}
