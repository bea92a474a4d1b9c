import Type from "typebox";
import { erasuresAnswer, toErasure } from "../../../../codec/admin/admin-client.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findAdministrator } from "../../desk/desk-caller.ts";
import { cursorDoc, decodeCursor, encodeCursor } from "../../desk/request/cursor.ts";
import { answerJson } from "../admin-exchange.ts";
import type { AdminParts } from "../admin-parts.ts";

/** `GET /api/erasures?state=&cursor=`: erasures that go on, or are done, by the number that the client had. They do not say whose data they were. */
export const erasuresRoute = (admin: AdminParts): Route => ({
  pattern: "/api/erasures",
  methods: { get: listErasures(admin) },
  docs: {
    get: {
      id: "listErasures",
      summary: "Erasures of clients' data: those that go on, or those that are done.",
      tag: "Clients",
      access: "administrator",
      query: [
        { name: "state", description: "pending when absent.", schema: Type.Enum(["pending", "done"]) },
        cursorDoc,
      ],
      answer: { status: 200, description: "A page of erasures.", schema: erasuresAnswer },
      failures: ["invalid_request"],
    },
  },
});

const listErasures =
  (admin: AdminParts): Handler =>
  async (exchange) => {
    if (findAdministrator(admin, exchange) === null) return;
    const asked = exchange.query("state") || "pending";
    if (asked !== "pending" && asked !== "done") {
      const message = "Parameter state must be pending or done.";
      return exchange.answerFailure({ code: "invalid_request", message });
    }
    const list = `erasures ${asked}`;
    const place = decodeCursor(list, /^[0-9]{1,15}$/, exchange.query("cursor"));
    if (!place.ok) return exchange.answerFailure(place.failure);
    const after = place.value === undefined ? undefined : Number(place.value);
    const page = await admin.runtime.erasures.list(asked, after, admin.limits.pageRowsMax);
    const last = page.length < admin.limits.pageRowsMax ? undefined : page.at(-1);
    const cursor = last === undefined ? null : encodeCursor(list, String(last.clientNumber));
    const erasures = page.map(({ clientNumber, row }) => toErasure(clientNumber, row));
    answerJson(exchange, 200, { erasures, cursor });
  };
