import Type from "typebox";
import { erasuresAnswer, toErasure } from "../../../../codec/admin/admin-client.ts";
import type { ErasureState } from "../../../../domain/erasure/erasure-row.ts";
import type { HttpExchange } from "../../../http/http-exchange.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findAdministrator } from "../../desk/desk-caller.ts";
import { cursorDoc, decodeCursor, encodeCursor } from "../../desk/request/cursor.ts";
import { answerJson } from "../admin-exchange.ts";
import type { AdminParts } from "../admin-parts.ts";

/**
 * `GET /api/erasures?state=&clientNumber=&cursor=`: running and finished erasures, by the number that the client had. They do not
 * identify the client.
 */
export const erasuresRoute = (admin: AdminParts): Route => ({
  pattern: "/api/erasures",
  methods: { get: listErasures(admin) },
  docs: {
    get: {
      id: "listErasures",
      summary: "Lists erasures of client data that are pending or complete.",
      tag: "Clients",
      access: "administrator",
      query: [
        {
          name: "clientNumber",
          description: "The visitor number of the client. The answer then has only that erasure.",
          schema: Type.Integer({ minimum: 1 }),
        },
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
    const number = exchange.query("clientNumber");
    if (number !== undefined && !/^[1-9][0-9]{0,14}$/.test(number)) {
      const message = "Parameter clientNumber must be a whole number from 1 on.";
      return exchange.answerFailure({ code: "invalid_request", message });
    }
    if (number !== undefined) return answerOne(admin, exchange, asked, Number(number));
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

async function answerOne(
  { runtime }: AdminParts,
  exchange: HttpExchange,
  state: ErasureState,
  number: number,
): Promise<void> {
  const [first] = await runtime.erasures.list(state, number - 1, 1);
  const erasures = first?.clientNumber === number ? [toErasure(number, first.row)] : [];
  answerJson(exchange, 200, { erasures, cursor: null });
}
