import type { DeskChat } from "../../../codec/desk/desk.ts";
import { currentLanguage, textsOf } from "../../shared/language/texts.ts";
import type { Option } from "../../shared/ui/combobox.tsx";
import type { Surroundings } from "../data/answers.types.ts";
import { conversationTexts } from "../texts/en/conversation.ts";

const text = textsOf("conversation", conversationTexts);

/** A possible receiver of a transferred chat. */
export interface Receiver extends Option {
  readonly name: string;
  /** "Available", "2 available". */
  readonly presence: string;
  readonly isPresent: boolean;
  readonly photo: string | null;
  readonly to: { readonly agentId: number } | { readonly departmentId: number };
}

/** Present agents, other agents, departments, each with an agent of the chat's channel; only names with every searched word. */
export function receiversOf(
  chat: Pick<DeskChat, "channelId" | "agent">,
  { channels, agents: all, departments }: Pick<Surroundings, "channels" | "agents" | "departments">,
  search: string,
): readonly Receiver[] {
  const channel = channels.find(({ id }) => id === chat.channelId);
  // During an upgrade, a node of the version before does not name them. Then all are offered, and the service refuses the wrong ones.
  const { agentIds = all.map(({ id }) => id) } = channel ?? { agentIds: [] };
  const members = new Set(agentIds);
  const agents = all.filter(({ id }) => members.has(id) && id !== chat.agent?.id);
  const words = search.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const collator = new Intl.Collator(currentLanguage());
  const people = agents
    .map(({ id, name, photo, available }): Receiver => {
      const presence = text(available ? "available" : "away");
      return { id: `agent-${id}`, name, presence, isPresent: available, photo, to: { agentId: id } };
    })
    .sort((left, right) => Number(right.isPresent) - Number(left.isPresent) || collator.compare(left.name, right.name));
  const groups = departments.flatMap(({ id, name }): readonly Receiver[] => {
    const staff = agents.filter((agent) => agent.departments.includes(id));
    if (staff.length === 0) return [];
    const present = staff.filter(({ available }) => available).length;
    const presence = present === 0 ? text("nobodyAvailable") : text("someAvailable", { n: present });
    const shown = { presence, isPresent: present > 0, photo: null };
    return [{ id: `department-${id}`, name, ...shown, to: { departmentId: id } }];
  });
  return [...people, ...groups].filter(({ name }) => words.every((word) => name.toLocaleLowerCase().includes(word)));
}
