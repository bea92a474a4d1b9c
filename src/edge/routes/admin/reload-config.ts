import { reloadAnswer } from "../../../codec/admin/admin-reload.ts";
import type { ErrorCode } from "../../../core/errors.ts";
import type { Failure } from "../../../core/result.ts";
import type { Reloaded } from "../../../ports/reload.ts";
import type { Handler, Route } from "../../server/router.ts";
import { findAdministrator } from "../desk/desk-caller.ts";
import { answerJson } from "./admin-exchange.ts";
import type { AdminParts } from "./admin-parts.ts";

/**
 * `POST /api/config/reload`: reads the config file again, as SIGHUP does. When the changes are in effect and durable, it answers
 * which keys were changed and which of them need a restart. 400 lists every mistake, 409 means that there is no config file: then
 * nothing was changed.
 */
export const reloadConfigRoute = (admin: AdminParts): Route => ({
  pattern: "/api/config/reload",
  gate: "load",
  methods: { post: reloadConfig(admin) },
  docs: {
    post: {
      id: "reloadConfig",
      summary:
        "Reads the config file again, as SIGHUP does. The service applies each change that needs no restart, and names the others.",
      tag: "Operations",
      access: "administrator",
      answer: { status: 200, description: "The names of the changed keys, without values.", schema: reloadAnswer },
      failures: ["invalid_request", "conflict"],
    },
  },
});

const reloadConfig =
  (admin: AdminParts): Handler =>
  async (exchange) => {
    const caller = findAdministrator(admin, exchange);
    if (caller === null) return;
    const reloaded = await admin.reload({ agentId: caller.profile.id });
    if (reloaded.kind === "refused") return exchange.answerFailure(failureOf(reloaded));
    answerJson(exchange, 200, { changed: reloaded.changed, needsRestart: reloaded.needsRestart });
  };

const codes = {
  "no-file": "conflict",
  "not-serving": "unavailable",
  mistakes: "invalid_request",
} as const satisfies Record<string, ErrorCode>;

const failureOf = ({ why, lines }: Reloaded & { readonly kind: "refused" }): Failure => ({
  code: codes[why],
  message:
    why === "mistakes" ? ["Nothing was changed. The config has mistakes:", ...lines].join("\n") : lines.join("\n"),
});
