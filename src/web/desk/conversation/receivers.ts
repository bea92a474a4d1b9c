import type { DeskChat } from "../../../codec/desk/desk.ts";
import { currentLanguage, textsOf } from "../../shared/language/texts.ts";
import type { Surroundings } from "../data/answers.types.ts";
import { conversationTexts } from "../texts/en/conversation.ts";

const text = textsOf("conversation", conversationTexts);

/** A possible receiver of a transferred chat. */
export interface Receiver {
  readonly key: string;
  readonly name: string;
  /** "Available", "2 available". */
  readonly presence: string;
  readonly isPresent: boolean;
  readonly kind: "agent" | "department";
  readonly photo: string | null;
  readonly to: { readonly agentId: number } | { readonly departmentId: number };
}

/** Present agents, other agents, departments; only names with every searched word. */
export function receiversOf(
  chat: DeskChat,
  { agents, departments }: Surroundings,
  search: string,
): readonly Receiver[] {
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const collator = new Intl.Collator(currentLanguage());
  const people = agents
    .filter(({ id }) => id !== chat.agent?.id)
    .map(({ id, name, photo, available }): Receiver => {
      const presence = text(available ? "available" : "away");
      return { key: `agent-${id}`, name, presence, isPresent: available, kind: "agent", photo, to: { agentId: id } };
    })
    .sort((left, right) => Number(right.isPresent) - Number(left.isPresent) || collator.compare(left.name, right.name));
  const groups = departments.map(({ id, name }): Receiver => {
    const present = agents.filter((agent) => agent.available && agent.departments.includes(id)).length;
    const presence = present === 0 ? text("nobodyAvailable") : text("someAvailable", { n: present });
    const shown = { presence, isPresent: present > 0, kind: "department", photo: null } as const;
    return { key: `department-${id}`, name, ...shown, to: { departmentId: id } };
  });
  return [...people, ...groups].filter(({ name }) => words.every((word) => name.toLocaleLowerCase().includes(word)));
}
