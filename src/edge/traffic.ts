/** Requests of one route as plain numbers; whoever scrapes reads them. */
export interface RouteTraffic {
  /** The registered pattern, without values. */
  readonly pattern: string;
  /** Answers by HTTP status. */
  readonly answers: Map<number, number>;
}

export interface Traffic {
  readonly routes: readonly RouteTraffic[];
  addRoute(pattern: string): RouteTraffic;
  /** Requests the client gave up. */
  abortedRequests: number;
  /** LIM-04: requests that were not complete in time. */
  cutOffRequests: number;
  /** ERR-13: requests that were not answered in time. */
  timedOutRequests: number;
}

export function createTraffic(): Traffic {
  const routes: RouteTraffic[] = [];
  return {
    routes,
    addRoute(pattern) {
      const known = routes.find((route) => route.pattern === pattern);
      if (known) return known;
      const route: RouteTraffic = { pattern, answers: new Map() };
      routes.push(route);
      return route;
    },
    abortedRequests: 0,
    cutOffRequests: 0,
    timedOutRequests: 0,
  };
}

export function countAnswer(route: RouteTraffic, status: number): void {
  route.answers.set(status, (route.answers.get(status) ?? 0) + 1);
}
