import {
  localAddressesAnswer,
  localAddressesRequest,
  parseLocalAddressesRequest,
} from "../../../codec/admin/admin-local-addresses.ts";
import type { Handler, Route } from "../../server/router.ts";
import { findAdministrator } from "../desk/desk-caller.ts";
import { answerChange, answerJson, readAdminBody } from "./admin-exchange.ts";
import type { AdminParts } from "./admin-parts.ts";

/**
 * `GET /api/local-addresses`: whether requests may go to addresses of the own machine and network. `PATCH {"allowed":true}`
 * allows them from the next check and connection on, unless the config file forbids them (409). Source: AUTH-05, AUTH-06.
 */
export const localAddressesRoute = (admin: AdminParts): Route => ({
  pattern: "/api/local-addresses",
  gate: "load",
  methods: { get: showSetting(admin), patch: changeSetting(admin) },
  docs: {
    get: {
      id: "getLocalAddresses",
      summary: "Reports whether requests can go to addresses of the own machine and network.",
      tag: "Operations",
      access: "administrator",
      answer: { status: 200, description: "The setting and its last changes.", schema: localAddressesAnswer },
    },
    patch: {
      id: "changeLocalAddresses",
      summary:
        "Allows or refuses requests to addresses of the own machine and network, from the next check and connection. Plain http is allowed with them.",
      tag: "Operations",
      access: "administrator",
      request: { schema: localAddressesRequest },
      answer: { status: 200, description: "The setting as it is now.", schema: localAddressesAnswer },
      failures: ["conflict"],
    },
  },
});

const showSetting =
  (admin: AdminParts): Handler =>
  (exchange) => {
    if (findAdministrator(admin, exchange) !== null) answerJson(exchange, 200, admin.localAddresses.show());
  };

const changeSetting =
  (admin: AdminParts): Handler =>
  async (exchange) => {
    const caller = findAdministrator(admin, exchange);
    if (caller === null) return;
    const request = await readAdminBody(admin, exchange, parseLocalAddressesRequest);
    if (request === null) return;
    const change = () => admin.localAddresses.allow(request.allowed, caller.profile.id);
    await answerChange(admin, exchange, 200, change);
  };
