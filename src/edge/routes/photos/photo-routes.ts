import type { Route } from "../../server/router.ts";
import type { AdminParts } from "../admin/admin-parts.ts";
import { Transfers } from "../files/transfers.ts";
import { agentPhotoRoute } from "./agent-photo.ts";
import { botPhotoRoute } from "./bot-photo.ts";
import { servePhotoRoute } from "./serve-photo.ts";

/** Photos of agents and bots: upload, removal, and download for anyone who has the address. */
export function photoRoutes(admin: AdminParts): readonly Route[] {
  const { photoUploadsMax: fileTransfersMax, photoUploadsPerAgentMax: fileTransfersPerAddressMax } = admin.limits;
  // A photo is kept in memory until it is complete.
  const transfers = new Transfers({ ...admin.limits, fileTransfersMax, fileTransfersPerAddressMax }, admin.transfers);
  const receiving = { ...admin, transfers };
  return [agentPhotoRoute(receiving), botPhotoRoute(receiving), servePhotoRoute(admin)];
}
