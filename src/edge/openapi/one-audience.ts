import type { Result } from "../../core/result.ts";
import { fail, ok } from "../../core/result.ts";
import type { ApiDocument } from "./document.types.ts";

/** Returns the operations with the tag, and the components that they use. Fails with `invalid_request`, which names the tags. */
export function onlyTag(document: ApiDocument, tag: string): Result<ApiDocument> {
  const names = document.tags.map(({ name }) => name);
  if (!names.includes(tag)) return fail("invalid_request", `Parameter tag must be one of ${names.join(", ")}.`);
  const paths = withTag(document.paths, tag);
  const webhooks = withTag(document.webhooks, tag);
  const operations = [paths, webhooks].flatMap((items) => Object.values(items)).flatMap((item) => Object.values(item));
  const used = usedIn([paths, webhooks], document.components);
  for (const { security = [] } of operations.map(readOperation))
    for (const name of security.flatMap(Object.keys)) used.add(`securitySchemes/${name}`);
  const components = Object.entries(document.components).map(
    ([kind, all]) => [kind, pick(all, (_, name) => used.has(`${kind}/${name}`))] as const,
  );
  return ok({
    ...document,
    tags: document.tags.filter(({ name }) => name === tag),
    paths,
    webhooks,
    components: Object.fromEntries(components),
  });
}

function withTag<Part>(items: Items<Part>, tag: string): Items<Part> {
  const hasTag = (part: unknown): boolean => readOperation(part).tags?.includes(tag) === true;
  const kept = Object.entries(items).map(
    ([path, item]) => [path, pick(item, (part, key) => key === "parameters" || hasTag(part))] as const,
  );
  return Object.fromEntries(kept.filter(([, item]) => Object.values(item).some(hasTag)));
}

type Items<Part> = Readonly<Record<string, Readonly<Record<string, Part>>>>;

/** What a part of a path has if it is an operation. */
const readOperation = (part: unknown): { tags?: readonly string[]; security?: readonly object[] } => Object(part);

/** The components that a part refers to, as `schemas/Chat`, with those that they refer to themselves. */
function usedIn(part: unknown, components: ApiDocument["components"], used = new Set<string>()): Set<string> {
  for (const [, place = "", kind = "", name = ""] of JSON.stringify(part).matchAll(
    /"#\/components\/((\w+)\/([^"]+))"/g,
  )) {
    if (used.has(place)) continue;
    used.add(place);
    usedIn(components[kind]?.[name], components, used);
  }
  return used;
}

const pick = <Value>(all: Readonly<Record<string, Value>>, isKept: (value: Value, name: string) => boolean) =>
  Object.fromEntries(Object.entries(all).filter(([name, value]) => isKept(value, name)));
