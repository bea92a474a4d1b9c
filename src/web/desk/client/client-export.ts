import type { ClientRecord, ExportEntry } from "../../../codec/admin/admin-client.ts";
import type { Api } from "../../shared/api/api.ts";
import type { Browser } from "../../shared/browser/browser.types.ts";
import type { FileKind, Target } from "../../shared/browser/save-file.ts";
import { safeFileName } from "../../shared/browser/save-file.ts";
import type { ExportRun } from "../parts/file-export.ts";
import { runExport } from "../parts/file-export.ts";
import type { PersonAsked } from "../shell/erasure/open-erasure.ts";
import { pathOfClient } from "../shell/erasure/open-erasure.ts";

/** `GET /api/clients/{id}`. */
interface ClientExportPage {
  readonly client: ClientRecord;
  readonly entries: readonly ExportEntry[];
  readonly cursor: string | null;
}

/** The name of the client's file, with the client's id. */
export const fileOfClient = ({ clientId }: PersonAsked): FileKind => ({
  name: `${safeFileName(`client-${clientId}`)}.json`,
  mimeType: "application/json",
  extension: ".json",
});

/** Writes all data of a client as one JSON object, `{"client": …, "entries": […]}`, an entry on each line. */
export function exportClient(api: Api, browser: Browser, target: Target, asked: PersonAsked): ExportRun {
  return runExport(api, browser, target, async ({ read, write, counted }) => {
    let isFirst = true;
    for (let cursor: string | null = ""; cursor !== null; ) {
      const more: string = cursor === "" ? "" : `&cursor=${encodeURIComponent(cursor)}`;
      const page: ClientExportPage | null = await read<ClientExportPage>(`${pathOfClient(asked)}${more}`);
      if (page === null) return false;
      const { client, entries } = page;
      const head = cursor === "" ? [`{"client":${JSON.stringify(client)},\n"entries":[`] : [];
      const lines = entries.map((entry) => {
        const line = `${isFirst ? "\n" : ",\n"}${JSON.stringify(entry)}`;
        isFirst = false;
        return line;
      });
      await write([...head, ...lines].join(""));
      counted(entries.length);
      cursor = page.cursor;
    }
    await write("\n]}\n");
    return true;
  });
}
