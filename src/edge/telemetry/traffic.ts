import { Durations } from "../../core/telemetry/durations.ts";

/** Counters of one route, read on each scrape. */
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
  /** Requests that the client aborted. */
  abortedRequests: number;
  /** LIM-04: requests that were not complete in time. */
  cutOffRequests: number;
  /** ERR-13: requests that were not answered in time. */
  timedOutRequests: number;
  /** Answers that waited for their clients, or had to wait, when the connection was closed. */
  untakenAnswers: number;
  /** Answers without a body that were replaced by closing the connection: their address had received too many. */
  unboundedAnswers: number;
  /** Connections closed because their client sent too many requests in one turn of the event loop. */
  floods: number;
  /** Log entries about refused requests that were not written. */
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
