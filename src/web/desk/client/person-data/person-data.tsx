import type { JSX } from "preact";
import type { DeskChat } from "../../../../codec/desk/desk.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import { Icon } from "../../../shared/parts/icon.tsx";
import { press, underWay } from "../../../shared/parts/press.ts";
import { useCommands } from "../../shell/commands/commands.ts";
import { askToErase, erasing } from "../../shell/erasure/open-erasure.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { clientTexts } from "../../texts/en/client.ts";
import { ExportClient } from "./export-client.tsx";

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
