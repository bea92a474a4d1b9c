import type { JSX } from "preact";
import type { DeskChat, DeskRow } from "../../../codec/desk/desk.ts";
import { Icon } from "../../shared/parts/icon.tsx";
import { press, underWay } from "../../shared/parts/press.ts";
import { WebLink } from "../parts/web-link.tsx";
import { useCommands } from "../shell/commands/commands.ts";
import { assignChat, chatsUnderWay } from "../shell/steps/chat-steps.ts";
import { useDesk } from "../shell/use-desk.ts";

/** What the owner's server and the visitor's page tell beside the chat. Source: WH-25, WH-28, WJ-17 to WJ-21. */
export function CustomData({ chat }: { readonly chat: DeskChat }): JSX.Element | null {
  const { customData, crmLink, canAssign, assigned } = chat;
  const fromServer = customData.filter(({ fromPage }) => !fromPage);
  const fromPage = customData.filter((row) => row.fromPage);
  if (customData.length === 0 && crmLink === null && !canAssign && !assigned) return null;
  return (
    <section class="custom-data" aria-label="Custom data">
      {(canAssign || assigned) && <Bind chat={chat} />}
      {fromServer.length > 0 && (
        <>
          <h3>From your server</h3>
          <Rows rows={fromServer} />
        </>
      )}
      {fromPage.length > 0 && (
        <div class="untrusted">
          <h3>From the page</h3>
          <p class="help">
            <Icon name="warning" /> Not verified: anybody can forge what a page tells.
          </p>
          <Rows rows={fromPage} />
        </div>
      )}
      {crmLink !== null && (
        <WebLink href={crmLink} class="button crm">
          <Icon name="external" /> Open CRM card
        </WebLink>
      )}
    </section>
  );
}

const Rows = ({ rows }: { readonly rows: readonly DeskRow[] }): JSX.Element => (
  <ul>
    {rows.map(({ title, key, content, link }, index) => (
      // Rows have no names: their place is what they are.
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

/** A row's link is on the last thing it says. */
const linked = (text: string, link: string | null): JSX.Element | string =>
  link === null ? text : <WebLink href={link}>{text}</WebLink>;

function Bind({ chat: { id, canAssign } }: { readonly chat: DeskChat }): JSX.Element {
  const desk = useDesk();
  const isBusy = chatsUnderWay.value.has(id);
  const bind = (): void => void assignChat(desk, id);
  useCommands(canAssign ? [{ id: "bind", title: "Bind to CRM card", group: "Client", run: bind }] : [], [
    id,
    canAssign,
  ]);
  return (
    <div class="bind" role="status">
      {canAssign ? (
        <button type="button" class="primary" {...press(isBusy ? underWay() : null, bind)}>
          <Icon name="link" /> Bind to CRM card
        </button>
      ) : (
        <p class="done">
          <Icon name="check" /> Bound to CRM card
        </p>
      )}
    </div>
  );
}
