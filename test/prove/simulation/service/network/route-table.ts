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
 * Finds handlers as uWebSockets.js does: first among the routes of the request's method, then among the routes for all methods. The path is
 * compared part by part: a literal first, then a parameter, then the rest of the path. A parameter or a rest needs at least one part.
 */
export class RouteTable<Handler> {
  /** By method and first part. The first part is a literal for nearly all routes; the other routes are under a star. */
  readonly #routes = new Map<string, KnownRoute<Handler>[]>();

  add(route: TableRoute<Handler>): void {
    const parts = partsOf(route.pattern);
    const [first = ""] = parts;
    const name = `${route.method} ${first === "*" || first.startsWith(":") ? "*" : first}`;
    const alike = this.#routes.get(name) ?? [];
    alike.push({ ...route, parts });
    this.#routes.set(name, alike);
  }

  find(method: string, path: string): FoundRoute<Handler> | null {
    const parts = partsOf(path);
    const route = this.#bestOf(method, parts) ?? this.#bestOf("any", parts);
    if (route === null) return null;
    const parameters = route.parts.flatMap((part, index) => (part.startsWith(":") ? [parts[index] ?? ""] : []));
    return { handler: route.handler, parameters };
  }

  #bestOf(method: string, path: readonly string[]): KnownRoute<Handler> | null {
    let best: { readonly rank: readonly number[]; readonly route: KnownRoute<Handler> } | null = null;
    for (const route of [...this.#startingWith(method, path[0] ?? ""), ...this.#startingWith(method, "*")]) {
      const rank = rankOf(route.parts, path);
      if (rank !== null && (best === null || isAbove(rank, best.rank))) best = { rank, route };
    }
    return best?.route ?? null;
  }

  #startingWith(method: string, first: string): readonly KnownRoute<Handler>[] {
    return this.#routes.get(`${method} ${first}`) ?? [];
  }
}

const partsOf = (path: string): readonly string[] => path.split("/").slice(1);

function rankOf(pattern: readonly string[], path: readonly string[]): readonly number[] | null {
  const rank: number[] = [];
  for (const [index, part] of pattern.entries()) {
    const given = path[index];
    if (given === undefined) return null;
    if (part === "*") return [...rank, rest];
    if (part.startsWith(":") && given !== "") rank.push(parameter);
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
