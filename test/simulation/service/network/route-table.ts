/** The handler of a pattern such as `/chats/:id` or `/files/*`, for one method or, as `any`, for all. */
export interface TableRoute<Handler> {
  readonly method: string;
  readonly pattern: string;
  readonly handler: Handler;
}

interface KnownRoute<Handler> extends TableRoute<Handler> {
  readonly parts: readonly string[];
}

export interface FoundRoute<Handler> {
  readonly handler: Handler;
  readonly parameters: readonly string[];
}

const literal = 2;
const parameter = 1;
const rest = 0;

/**
 * Finds handlers as uWebSockets.js does: part by part, a literal before a parameter before the rest of the path; of the same pattern the
 * request's own method before any.
 */
export class RouteTable<Handler> {
  readonly #routes: KnownRoute<Handler>[] = [];

  add(route: TableRoute<Handler>): void {
    this.#routes.push({ ...route, parts: partsOf(route.pattern) });
  }

  find(method: string, path: string): FoundRoute<Handler> | null {
    const parts = partsOf(path);
    let best: { readonly rank: readonly number[]; readonly route: KnownRoute<Handler> } | null = null;
    for (const route of this.#routes) {
      if (route.method !== method && route.method !== "any") continue;
      const rank = rankOf(route.parts, parts);
      if (rank === null) continue;
      const full = [...rank, route.method === "any" ? 0 : 1];
      if (best === null || isAbove(full, best.rank)) best = { rank: full, route };
    }
    if (best === null) return null;
    const { route } = best;
    const parameters = route.parts.flatMap((part, index) => (part.startsWith(":") ? [parts[index] ?? ""] : []));
    return { handler: route.handler, parameters };
  }
}

const partsOf = (path: string): readonly string[] => path.split("/").slice(1);

function rankOf(pattern: readonly string[], path: readonly string[]): readonly number[] | null {
  const rank: number[] = [];
  for (const [index, part] of pattern.entries()) {
    if (part === "*") return [...rank, rest];
    const given = path[index];
    if (given === undefined) return null;
    if (part.startsWith(":")) rank.push(parameter);
    else if (part === given) rank.push(literal);
    else return null;
  }
  return pattern.length === path.length ? rank : null;
}

function isAbove(one: readonly number[], other: readonly number[]): boolean {
  for (const [index, value] of one.entries()) {
    const than = other[index] ?? -1;
    if (value !== than) return value > than;
  }
  return false;
}
