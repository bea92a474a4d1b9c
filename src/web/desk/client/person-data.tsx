import { signal } from "@preact/signals";
import type { JSX } from "preact";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import type { Target } from "../../shared/browser/save-file.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { press, underWay } from "../../shared/parts/press.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import type { Export } from "../parts/export-progress.tsx";
import { ExportProgress, exportTo } from "../parts/export-progress.tsx";
import { useCommands } from "../shell/commands/commands.ts";
import type { PersonAsked } from "../shell/erasure/open-erasure.ts";
import { askToErase, erasing } from "../shell/erasure/open-erasure.ts";
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
  useCommands(
    isBusy
      ? []
      : [{ id: "erase client", title: text("eraseAll"), group: text("title"), isDestructive: true, run: erase }],
    [isBusy, id, client.id, client.name],
  );
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

/** The export continues while another section is open. */
const running = signal<Export | null>(null);

/** Saves all data of a client in a file. */
function ExportClient({ asked }: { readonly asked: PersonAsked }): JSX.Element {
  const { api, browser } = useDesk();
  const { value: now } = running;
  const number = String(asked.clientNumber);
  const start = (): void => {
    const begin = (target: Target): Export => ({ of: number, run: exportClient(api, browser, target, asked) });
    void exportTo(fileOfClient(asked), running, begin, {
      done: () => text("exported", { number }),
      failed: (reason) => text("notExported", { reason }),
    });
  };
  useCommands(
    now === null ? [{ id: "export client", title: text("exportAll"), group: text("title"), run: start }] : [],
    [now === null, number],
  );
  if (now?.of === number) return <ExportProgress run={now.run} say={entriesOf} />;
  const why = now === null ? null : text("exportRuns", { number: now.of });
  return (
    <button type="button" {...press(why, start)}>
      <Icon name="download" /> {text("exportData")}
    </button>
  );
}

const entriesOf = (count: number): string => text("entries", { n: count });
