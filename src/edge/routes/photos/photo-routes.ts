import type { Route } from "../../server/router.ts";
import type { AdminParts } from "../admin/admin-parts.ts";
import { agentPhotoRoute } from "./agent-photo.ts";
import { botPhotoRoute } from "./bot-photo.ts";
import { servePhotoRoute } from "./serve-photo.ts";

/** Photos of agents and bots: upload, removal, and download for anyone who has the address. */
export const photoRoutes = (admin: AdminParts): readonly Route[] => [
  agentPhotoRoute(admin),
  botPhotoRoute(admin),
  servePhotoRoute(admin),
];
