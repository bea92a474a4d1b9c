import { signal } from "@preact/signals";
import type { JSX } from "preact";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { openTarget } from "../../shared/browser/save-file.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { Icon } from "../../shared/parts/icon.tsx";
import { press, underWay } from "../../shared/parts/press.ts";
import { ExportProgress } from "../parts/export-progress.tsx";
import type { ExportRun } from "../parts/file-export.ts";
import { useCommands } from "../shell/commands/commands.ts";
import type { PersonAsked } from "../shell/erasure/open-erasure.ts";
import { askToErase, erasing } from "../shell/erasure/open-erasure.ts";
import { tell } from "../shell/notices.tsx";
import { useDesk } from "../shell/use-desk.ts";
import { clientTexts } from "../texts/en/client.ts";
import { exportClient, fileOfClient } from "./client-export.ts";

const text = textsOf("client", clientTexts);

/** Exports or erases all data of the client. For administrators. */
export function PersonData({ chat }: { readonly chat: DeskChat }): JSX.Element | null {
  const { agent } = useDesk().surroundings.value;
  return agent.role === "admin" ? <ForAdministrators chat={chat} /> : null;
}

function ForAdministrators({ chat: { id, channelId, client } }: { readonly chat: DeskChat }): JSX.Element {
  const asked = { chatId: id, channelId, clientId: client.id, clientNumber: client.number, name: client.name };
  const isBusy = erasing.value !== null;
  const erase = (): void => askToErase(asked);
  useCommands(isBusy ? [] : [{ id: "erase client", title: text("eraseAll"), group: text("title"), run: erase }], [
    isBusy,
    id,
    client.id,
    client.name,
  ]);
  return (
    <section class="person-data" aria-label={text("personalData")}>
      <h3>{text("personalData")}</h3>
      <div class="actions">
        <ExportClient asked={asked} />
        <button type="button" class="danger" {...press(isBusy ? underWay() : null, erase)}>
          <Icon name="trash" /> {text("erase")}
        </button>
      </div>
    </section>
  );
}

/** The export continues while another section is open; one at a time. */
const running = signal<{ readonly clientNumber: number; readonly run: ExportRun } | null>(null);

/** Saves all data of a client in a file. */
function ExportClient({ asked }: { readonly asked: PersonAsked }): JSX.Element {
  const { api, browser } = useDesk();
  const { value: now } = running;
  const { clientNumber } = asked;
  const begin = async (): Promise<void> => {
    const target = await openTarget(fileOfClient(asked));
    if (target === null || running.peek() !== null) return;
    const run = exportClient({ api, browser, target }, asked);
    running.value = { clientNumber, run };
    const { kind, failure } = await run.ended;
    running.value = null;
    if (kind === "done") tell(text("exported", { number: String(clientNumber) }));
    if (kind === "failed") tell(text("notExported", { reason: failure?.message ?? "" }), "failed");
  };
  const start = (): void =>
    void begin().catch((error: unknown) => tell(text("fileNotOpened", { reason: String(error) }), "failed"));
  useCommands(
    now === null ? [{ id: "export client", title: text("exportAll"), group: text("title"), run: start }] : [],
    [now === null, clientNumber],
  );
  if (now?.clientNumber === clientNumber) return <ExportProgress run={now.run} say={entriesOf} />;
  const why = now === null ? null : text("exportRuns", { number: String(now.clientNumber) });
  return (
    <button type="button" {...press(why, start)}>
      <Icon name="download" /> {text("exportData")}
    </button>
  );
}

const entriesOf = (count: number): string => text("entries", { n: count });
