import type { ComponentChildren, JSX } from "preact";
import type { PageFacts, UtmFacts } from "../../../../machines/chat/client.types.ts";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { textsOf } from "../../shared/language/texts.ts";
import { now } from "../../shared/parts/now.ts";
import { timeInZone } from "../../shared/parts/times.ts";
import { WebLink } from "../parts/web-link.tsx";
import { useDesk } from "../shell/use-desk.ts";
import { clientTexts } from "../texts/en/client.ts";
import { describePlace, readUserAgent, timeZoneOf } from "./client-words.ts";

interface FactProps {
  readonly label: string;
  /** The source of the fact, if it matters, else empty. */
  readonly note?: string;
  readonly children: ComponentChildren;
}

/** A fact with its label; belongs in a `dl`. */
const Fact = ({ label, note = "", children }: FactProps): JSX.Element => (
  <div class="fact">
    <dt class="help">{label}</dt>
    <dd>
      {children}
      {note !== "" && <span class="help told-by">{note}</span>}
    </dd>
  </div>
);

const text = textsOf("client", clientTexts);

/** The client's current page and its origin. Source: CH-32, WJ-05, WH-29. */
export function Visit({ chat }: { readonly chat: DeskChat }): JSX.Element {
  const { page, firstPage, session, client } = chat;
  const channel = useDesk().surroundings.value.channels.find(({ id }) => id === chat.channelId);
  const isFirst = firstPage === null || firstPage.url === page?.url;
  return (
    <section aria-label={text("visit")}>
      <h3>{text("visit")}</h3>
      <dl>
        <Fact label={text("channel")}>{channel?.name ?? chat.channelId}</Fact>
        {chat.department !== null && <Fact label={text("department")}>{chat.department.name}</Fact>}
        {page !== null && (
          <Fact label={text("pageNow")} note={sourceOf(session !== null)}>
            <PageLink page={page} />
          </Fact>
        )}
        {!isFirst && (
          <Fact label={text("firstPage")} note={sourceOf(session !== null)}>
            <PageLink page={firstPage} />
          </Fact>
        )}
        {session === null ? <Fact label={text("customerId")}>{client.id}</Fact> : <SessionFactsOf session={session} />}
      </dl>
    </section>
  );
}

const sourceOf = (isWidget: boolean): string => text(isWidget ? "toldByPage" : "toldBySystem");

const PageLink = ({ page: { url, title } }: { readonly page: PageFacts }): JSX.Element => (
  <>
    <WebLink href={url}>{title ?? url}</WebLink>
    {title !== null && (
      <span class="help address" dir="ltr">
        {url}
      </span>
    )}
  </>
);

function SessionFactsOf({ session }: { readonly session: NonNullable<DeskChat["session"]> }): JSX.Element {
  const { utm, geo, userAgent, ipAddress } = session;
  const place = describePlace(geo);
  const timeZone = timeZoneOf(geo, now.value);
  const { browser, system } = readUserAgent(userAgent);
  const device = [browser, system].filter((part) => part !== null).join(", ");
  return (
    <>
      {utmNames.map(
        (name) =>
          utm[name] !== "" && (
            <Fact key={name} label={text(name)}>
              {utm[name]}
            </Fact>
          ),
      )}
      {place !== "" && <Fact label={text("place")}>{place}</Fact>}
      {geo.organization !== "" && <Fact label={text("network")}>{geo.organization}</Fact>}
      {timeZone !== null && <Fact label={text("timeThere")}>{timeInZone(timeZone, now.value)}</Fact>}
      {userAgent !== "" && (
        <Fact label={text("device")}>
          <span title={userAgent}>{device === "" ? userAgent : device}</span>
        </Fact>
      )}
      <Fact label={text("ipAddress")}>
        <span class="number" dir="ltr">
          {ipAddress}
        </span>
      </Fact>
    </>
  );
}

const utmNames: readonly (keyof UtmFacts)[] = ["source", "medium", "campaign", "content", "term"];
