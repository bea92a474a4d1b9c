import type { Route } from "../../server/router.ts";
import type { DeskParts } from "../desk/desk-parts.ts";
import { serveFileRoute } from "./serve-file.ts";
import type { Transfers } from "./transfers.ts";
import { uploadFileRoute } from "./upload-file.ts";

/** Uploads and downloads of files, which share one limit. */
export const fileRoutes = (desk: DeskParts, transfers: Transfers): readonly Route[] => [
  uploadFileRoute(desk, transfers),
  serveFileRoute(desk, transfers),
];
