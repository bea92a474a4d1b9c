import { apiPages } from "../api/api-pages.ts";
import { eventsPage } from "../events/events-page.ts";
import type { MarkdownPage } from "./read-page.ts";
import type { NavigationGroup, OwnPage } from "./site.types.ts";

/** A Markdown page is an entry with its path under `src/docs`. Every other page is an entry as an object. */
interface Group {
  readonly name: string;
  readonly entries: readonly (string | OwnPage)[];
}

/** The navigation, in order. The build fails if a page of `src/docs` is in no group. */
export const groups: readonly Group[] = [
  { name: "Start", entries: ["README.md", "quick-start.md"] },
  {
    name: "Integrate",
    entries: [
      "customer-systems.md",
      "bots.md",
      "widget.md",
      "verified-visitors.md",
      "webhooks.md",
      "conformance.md",
      "own-machine.md",
      "calls.md",
      "api-keys.md",
      "mcp.md",
    ],
  },
  { name: "Reference", entries: [...apiPages(), eventsPage()] },
  { name: "Work", entries: ["desk.md", "inspector.md"] },
  {
    name: "Operate",
    entries: [
      "config-file.md",
      "quotas.md",
      "operations.md",
      "backups.md",
      "monitoring.md",
      "proxies.md",
      "one-file.md",
      "more-machines.md",
      "personal-data.md",
    ],
  },
  {
    name: "Understand",
    entries: [
      "promises.md",
      "performance.md",
      "known-limits.md",
      "architecture.md",
      "adding-an-actor.md",
      "glossary.md",
    ],
  },
  {
    name: "Decisions",
    entries: [
      "decisions/README.md",
      "decisions/journal.md",
      "decisions/xstate.md",
      "decisions/postgresql.md",
      "decisions/uwebsockets.md",
      "decisions/preact.md",
      "decisions/no-orm.md",
    ],
  },
  {
    name: "Protocol",
    entries: [
      "protocol/README.md",
      "protocol/chat-channel.md",
      "protocol/delivery.md",
      "protocol/bots.md",
      "protocol/widget.md",
      "protocol/webhooks.md",
      "protocol/calls.md",
      "protocol/security.md",
      "protocol/errors.md",
      "protocol/limits.md",
      "protocol/versions.md",
    ],
  },
];

/** A group of the navigation with its pages. */
export interface ArrangedGroup extends NavigationGroup {
  readonly pages: readonly (MarkdownPage | OwnPage)[];
}

/** Puts each page into its group. Throws if a page is in no group, is in two places, or does not exist. */
export function arrange(groups: readonly Group[], pages: ReadonlyMap<string, MarkdownPage>): readonly ArrangedGroup[] {
  const left = new Set(pages.keys());
  const arranged = groups.map(({ name, entries }) => ({
    name,
    pages: entries.map((entry) => {
      if (typeof entry !== "string") return entry;
      const page = pages.get(entry);
      if (page === undefined)
        throw new Error(`The group ${name} of the documentation names ${entry}: src/docs has no such page.`);
      if (!left.delete(entry))
        throw new Error(`The page src/docs/${entry} is twice in the groups of the documentation.`);
      return page;
    }),
  }));
  const [first] = left;
  if (first !== undefined)
    throw new Error(
      `The page src/docs/${first} is in no group of the documentation: add it to src/web/build/docs/groups.ts.`,
    );
  return arranged;
}
