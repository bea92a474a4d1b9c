import { Durations } from "../../core/telemetry/durations.ts";

/** Requests of one route as plain numbers; whoever scrapes reads them. */
export interface RouteTraffic {
  /** The registered pattern, without values. */
  readonly pattern: string;
  /** Answers by HTTP status. */
  readonly answers: Map<number, number>;
  /** From the request to its answer. */
  readonly durations: Durations;
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
  /** Answers that waited for their clients, or were to, when the connection was closed. */
  untakenAnswers: number;
  /** Answers without a body in place of which the connection was closed: their address had had too many of them. */
  unboundedAnswers: number;
  /** Connections that were closed because their client asked too much in one turn of the loop. */
  floods: number;
  /** Log lines about refused requests that were not written. */
  linesLeftOut: number;
}

export function createTraffic(): Traffic {
  const routes: RouteTraffic[] = [];
  return {
    routes,
    addRoute(pattern) {
      const known = routes.find((route) => route.pattern === pattern);
      if (known) return known;
      const route: RouteTraffic = { pattern, answers: new Map(), durations: new Durations() };
      routes.push(route);
      return route;
    },
    abortedRequests: 0,
    cutOffRequests: 0,
    timedOutRequests: 0,
    untakenAnswers: 0,
    unboundedAnswers: 0,
    floods: 0,
    linesLeftOut: 0,
  };
}

export function countAnswer(route: RouteTraffic, status: number): void {
  route.answers.set(status, (route.answers.get(status) ?? 0) + 1);
}
