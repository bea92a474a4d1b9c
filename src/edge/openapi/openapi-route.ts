import type { Route } from "../router.ts";
import { describeApi } from "./document.ts";

/** `GET /openapi.json`: the service described for machines. Made of the routes when it is first asked for, and kept. */
export function openApiRoute(routes: readonly Route[]): Route {
  let body: string | null = null;
  return {
    pattern: "/openapi.json",
    gate: "none",
    methods: {
      get(exchange) {
        body ??= JSON.stringify(describeApi(routes));
        exchange.answer(200, { body });
      },
    },
    docs: {
      get: {
        id: "getDescription",
        summary: "This description.",
        tag: "Operations",
        access: "anyone",
        answer: { status: 200, description: "An OpenAPI 3.1 document." },
      },
    },
  };
}
