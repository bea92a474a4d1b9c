import type { JSX } from "preact";
import type { DeskChat, DeskRow } from "../../../codec/desk/desk.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { Icon } from "../../shared/parts/icon.tsx";
import { press, underWay } from "../../shared/parts/press.ts";
import { WebLink } from "../parts/web-link.tsx";
import { useCommands } from "../shell/commands/commands.ts";
import { assignChat, chatsUnderWay } from "../shell/steps/chat-steps.ts";
import { useDesk } from "../shell/use-desk.ts";
import { clientTexts } from "../texts/en/client.ts";

const text = textsOf("client", clientTexts);

/** Custom data from the owner's server and from the visitor's page. Source: WH-25, WH-28, WJ-17 to WJ-21. */
export function CustomData({ chat }: { readonly chat: DeskChat }): JSX.Element | null {
  const { customData, crmLink, canAssign, assigned } = chat;
  const fromServer = customData.filter(({ fromPage }) => !fromPage);
  const fromPage = customData.filter((row) => row.fromPage);
  if (customData.length === 0 && crmLink === null && !canAssign && !assigned) return null;
  return (
    <section class="custom-data" aria-label={text("customData")}>
      {(canAssign || assigned) && <Bind chat={chat} />}
      {fromServer.length > 0 && (
        <>
          <h3>{text("fromServer")}</h3>
          <Rows rows={fromServer} />
        </>
      )}
      {fromPage.length > 0 && (
        <div class="untrusted">
          <h3>{text("fromPage")}</h3>
          <p class="help">
            <Icon name="warning" /> {text("notVerified")}
          </p>
          <Rows rows={fromPage} />
        </div>
      )}
      {crmLink !== null && (
        <WebLink href={crmLink} class="button crm">
          <Icon name="external" /> {text("openCard")}
        </WebLink>
      )}
    </section>
  );
}

const Rows = ({ rows }: { readonly rows: readonly DeskRow[] }): JSX.Element => (
  <ul>
    {rows.map(({ title, key, content, link }, index) => (
      // Rows have no ids, so that their index is the key.
      <li key={`${index}`} class="data-row">
        {title !== null && <p class="row-title">{key === null && content === null ? linked(title, link) : title}</p>}
        {(key !== null || content !== null) && (
          <p>
            {key !== null && <b>{content === null ? linked(key, link) : key}:</b>}
            {key !== null && content !== null && " "}
            {content !== null && linked(content, link)}
          </p>
        )}
      </li>
    ))}
  </ul>
);

/** The link of a row is on its last text. */
const linked = (words: string, link: string | null): JSX.Element | string =>
  link === null ? words : <WebLink href={link}>{words}</WebLink>;

function Bind({ chat: { id, canAssign } }: { readonly chat: DeskChat }): JSX.Element {
  const desk = useDesk();
  const isBusy = chatsUnderWay.value.has(id);
  const bind = (): void => void assignChat(desk, id);
  useCommands(canAssign ? [{ id: "bind", title: text("bind"), group: text("title"), run: bind }] : [], [id, canAssign]);
  return (
    <div class="bind" role="status">
      {canAssign ? (
        <button type="button" class="primary" {...press(isBusy ? underWay() : null, bind)}>
          <Icon name="link" /> {text("bind")}
        </button>
      ) : (
        <p class="done">
          <Icon name="check" /> {text("bound")}
        </p>
      )}
    </div>
  );
}
