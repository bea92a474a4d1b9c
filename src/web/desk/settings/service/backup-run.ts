import type { Answer, Api } from "../../../shared/api/api.ts";
import { toFailure, unreached, unreadable } from "../../../shared/api/api.ts";
import type { Browser } from "../../../shared/browser/browser.types.ts";
import type { FileKind, Target } from "../../../shared/browser/save-file.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import type { ExportRun } from "../../parts/file-export.ts";
import { ExportError, runExport } from "../../parts/file-export.ts";
import { settings } from "../../texts/en/settings.ts";

const text = textsOf("settings", settings);

export const backupFile = (nowMs: number): FileKind => ({
  name: `parley-${new Date(nowMs).toISOString().slice(0, 10)}.tar.gz`,
  mimeType: "application/gzip",
  extension: ".gz",
});

/** Writes a backup to a file while the service creates it. An interrupted backup is discarded. */
export function saveBackup(api: Api, browser: Browser, target: Target): ExportRun {
  return runExport(api, browser, target, async ({ write, counted, cancelled }) => {
    const answer = await postForStream(browser, "/api/backup", cancelled);
    if (!answer.ok) throw new ExportError(answer.failure.message);
    const reader = answer.value.getReader();
    for (;;) {
      const piece = await reader.read().catch(() => {
        throw new ExportError(text("backupBroke"));
      });
      if (piece.done) return true;
      await write(piece.value);
      counted(piece.value.length);
    }
  });
}

/** Sends a `POST` whose response is read as it arrives, without a timeout. Never throws. The response may end early. */
async function postForStream(
  { fetch }: Browser,
  path: string,
  signal: AbortSignal,
): Promise<Answer<ReadableStream<Uint8Array<ArrayBuffer>>>> {
  try {
    const response = await fetch(path, { method: "POST", signal, credentials: "same-origin", cache: "no-store" });
    if (!response.ok) return { ok: false, failure: toFailure(response, await response.text()) };
    return response.body === null ? { ok: false, failure: unreadable() } : { ok: true, value: response.body };
  } catch {
    return { ok: false, failure: unreached() };
  }
}
