import type { Group } from "./groups.ts";
import type { MarkdownPage } from "./read-page.ts";
import type { NavigationGroup, OwnPage } from "./site.types.ts";

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
