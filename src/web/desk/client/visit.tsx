import type { JSX } from "preact";
import type { PageFacts, UtmFacts } from "../../../../machines/chat/visitor.types.ts";
import type { DeskChat } from "../../../codec/desk/desk.ts";
import { now } from "../../shared/parts/now.ts";
import { timeInZone } from "../../shared/parts/times.ts";
import { WebLink } from "../parts/web-link.tsx";
import { useDesk } from "../shell/use-desk.ts";
import { Fact } from "./fact.tsx";
import { describePlace, timeZoneOf } from "./place-time.ts";
import { readUserAgent } from "./user-agent.ts";

/** Where the client is and came from. Source: CH-32, WJ-05, WH-29. */
export function Visit({ chat }: { readonly chat: DeskChat }): JSX.Element {
  const { page, firstPage, session, client } = chat;
  const channel = useDesk().surroundings.value.channels.find(({ id }) => id === chat.channelId);
  const isFirst = firstPage === null || firstPage.url === page?.url;
  return (
    <section aria-label="Visit">
      <h3>Visit</h3>
      <dl>
        <Fact label="Channel">{channel?.name ?? chat.channelId}</Fact>
        {chat.department !== null && <Fact label="Department">{chat.department.name}</Fact>}
        {page !== null && (
          <Fact label="Page now" note={toldBy(session !== null)}>
            <PageLink page={page} />
          </Fact>
        )}
        {!isFirst && (
          <Fact label="First page" note={toldBy(session !== null)}>
            <PageLink page={firstPage} />
          </Fact>
        )}
        {session === null ? <Fact label="Customer id">{client.id}</Fact> : <SessionFactsOf session={session} />}
      </dl>
    </section>
  );
}

const toldBy = (isWidget: boolean): string => (isWidget ? "Told by the page" : "Told by the customer's system");

const PageLink = ({ page: { url, title } }: { readonly page: PageFacts }): JSX.Element => (
  <>
    <WebLink href={url}>{title ?? url}</WebLink>
    {title !== null && <span class="help address">{url}</span>}
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
        ([name, label]) =>
          utm[name] !== "" && (
            <Fact key={name} label={label}>
              {utm[name]}
            </Fact>
          ),
      )}
      {place !== "" && <Fact label="Place">{place}</Fact>}
      {geo.organization !== "" && <Fact label="Network">{geo.organization}</Fact>}
      {timeZone !== null && <Fact label="Time there">{timeInZone(timeZone, now.value)}</Fact>}
      {userAgent !== "" && (
        <Fact label="Device">
          <span title={userAgent}>{device === "" ? userAgent : device}</span>
        </Fact>
      )}
      <Fact label="IP address">
        <span class="number">{ipAddress}</span>
      </Fact>
    </>
  );
}

const utmNames: readonly (readonly [name: keyof UtmFacts, label: string])[] = [
  ["source", "Source"],
  ["medium", "Medium"],
  ["campaign", "Campaign"],
  ["content", "Content"],
  ["term", "Term"],
];
