import type { Route } from "../../router.ts";
import type { DeskParts } from "../desk/desk-parts.ts";
import { serveFileRoute } from "./serve-file.ts";
import { Transfers } from "./transfers.ts";
import { uploadFileRoute } from "./upload-file.ts";

/** Uploads and downloads of files; together they keep within one bound. */
export function fileRoutes(desk: DeskParts): readonly Route[] {
  const transfers = new Transfers(desk.limits);
  return [uploadFileRoute(desk, transfers), serveFileRoute(desk, transfers)];
}
