import { eventsPage } from "../events/events-page.ts";
import { referencePage } from "./reference-page.ts";
import type { OwnPage } from "./site.types.ts";

/** A Markdown page is an entry with its path under `src/docs`. Every other page is an entry as an object. */
export interface Group {
  readonly name: string;
  readonly entries: readonly (string | OwnPage)[];
}

/** The navigation, in order. The build fails if a page of `src/docs` is in no group. */
export const groups: readonly Group[] = [
  { name: "Start", entries: ["README.md", "quick-start.md"] },
  { name: "Integrate", entries: ["customer-systems.md", "bots.md", "widget.md", "webhooks.md", "calls.md"] },
  { name: "Reference", entries: [referencePage, eventsPage()] },
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
