import type { BackupAnswer } from "../../../../codec/admin/admin-backup.ts";
import { backupAnswer } from "../../../../codec/admin/admin-backup.ts";
import { readInOrder } from "../../../../core/files/pieces-in-order.ts";
import type { Backups } from "../../../../ports/backups.ts";
import type { Handler, Route } from "../../../server/router.ts";
import { findAdministrator } from "../../desk/desk-caller.ts";
import { answerJson } from "../admin-exchange.ts";
import type { AdminParts } from "../admin-parts.ts";
import { isOperator } from "../providers/provider-caller.ts";

/**
 * `GET /api/backup`: how the backup folder stands. `POST /api/backup`: an image of everything that lasts, as it is at its end, while the
 * service goes on; a chunked answer that breaks off when it cannot be made. Also for the operator's command.
 */
export const backupRoute = (admin: AdminParts): Route => ({
  pattern: "/api/backup",
  methods: { get: showFolder(admin), post: sendImage(admin) },
  docs: {
    get: {
      id: "getBackup",
      summary: "Reports the state of the copies in the backup folder.",
      tag: "Operations",
      access: "administrator",
      answer: { status: 200, description: "The backup folder, if there is one.", schema: backupAnswer },
      failures: ["conflict"],
    },
    post: {
      id: "makeBackup",
      summary: "Creates an image of all stored data while the service runs.",
      tag: "Operations",
      access: "administrator",
      answer: {
        status: 200,
        description: "A gzipped tar archive.",
        media: { mediaType: "application/gzip", isText: false },
      },
      failures: ["conflict"],
    },
  },
});

const elsewhere = {
  code: "conflict",
  message: "All data is in a PostgreSQL: back it up with a tool of PostgreSQL, such as pg_dump.",
} as const;

const showFolder =
  (admin: AdminParts): Handler =>
  (exchange) => {
    if (findAdministrator(admin, exchange) === null) return;
    if (admin.backups === null) return exchange.answerFailure(elsewhere);
    answerJson(exchange, 200, answerOf(admin.backups));
  };

function answerOf(backups: Backups): BackupAnswer {
  const state = backups.folder();
  if (state === null) return { folder: null };
  return { folder: { copiedUpTo: state.copiedUpToMs, lastBaseAt: state.lastBaseAtMs, failure: state.failure } };
}

/** As long as it takes; only a client that takes nothing is cut off. */
const wholeMs = 7 * 24 * 60 * 60_000;
const idleMs = 60_000;

const sendImage =
  (admin: AdminParts): Handler =>
  async (exchange) => {
    if (isOperator(admin, exchange)) exchange.subject = "operator";
    else if (findAdministrator(admin, exchange) === null) return;
    // What follows needs the request no more.
    await Promise.resolve();
    if (admin.backups === null) return exchange.answerFailure(elsewhere);
    const made = admin.backups.makeImage();
    if (!made.ok) return exchange.answerFailure(made.failure);
    const image = made.value;
    image.end.catch(() => undefined);
    const bytes = image.bytes[Symbol.asyncIterator]();
    try {
      const head = { contentType: "application/gzip", headers };
      await exchange.answerStream(200, head, { bytes: null, read: readInOrder(bytes) }, { idleMs, wholeMs });
    } finally {
      // A client that went away leaves an image that nobody reads.
      await bytes.return?.();
    }
  };

const headers = ["Content-Disposition", 'attachment; filename="parley.tar.gz"', "Cache-Control", "no-store"];
