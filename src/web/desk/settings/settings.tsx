import type { FunctionComponent, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { split, textsOf } from "../../shared/language/texts.ts";
import { placeOf, route } from "../shell/route.ts";
import { useDesk } from "../shell/use-desk.ts";
import { settings } from "../texts/en/settings.ts";
import { Channels } from "./channels/channels.tsx";
import { Endpoints } from "./endpoints/endpoints.tsx";
import { Keys } from "./keys/keys.tsx";
import { Me } from "./me/me.tsx";
import { Network } from "./network/network.tsx";
import type { SettingsPage } from "./pages.ts";
import { allowedPages, settingsPages } from "./pages.ts";
import { Agents } from "./people/agents.tsx";
import { Departments } from "./people/departments.tsx";
import { Providers } from "./providers/providers.tsx";
import { Replies } from "./replies/replies.tsx";
import { Service } from "./service/service.tsx";
import { Waiting } from "./waiting/waiting.tsx";

/** Each draws a `<main class="settings-page">`, and reads the rest of the address from the route itself. */
const drawn: Readonly<Record<SettingsPage["page"], FunctionComponent>> = {
  channels: Channels,
  agents: Agents,
  departments: Departments,
  providers: Providers,
  keys: Keys,
  endpoints: Endpoints,
  waiting: Waiting,
  network: Network,
  service: Service,
  replies: Replies,
  me: Me,
};

const text = textsOf("settings", settings);

/** Settings: the navigation and the open page. */
export function Settings(): JSX.Element {
  const isAdministrator = useDesk().surroundings.value.agent.role === "admin";
  const allowed = allowedPages(isAdministrator);
  const [asked] = route.value.parts;
  const page = asked === undefined ? allowed[0] : allowed.find((one) => one.page === asked);
  const isKept = asked === undefined || settingsPages.some((one) => one.page === asked);
  const Page = page && drawn[page.page];
  return (
    <div class="section settings">
      <Navigation pages={allowed} here={page} />
      {Page !== undefined && <Page key={asked} />}
      {Page === undefined && (isKept ? <ForAdministrators /> : <NoSuchPage />)}
    </div>
  );
}

interface NavigationProps {
  readonly pages: readonly SettingsPage[];
  readonly here: SettingsPage | undefined;
}

function Navigation({ pages, here }: NavigationProps): JSX.Element {
  const groups = (["manage", "you"] as const)
    .map((group) => ({ group, links: pages.filter((page) => page.group === group) }))
    .filter(({ links }) => links.length > 0);
  const list = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current: nav } = list;
    if (nav === null) return undefined;
    // If the links are side by side, the current link may be out of sight.
    const show = (): void => {
      const link = nav.querySelector<HTMLElement>('[aria-current="page"]');
      if (link !== null) nav.scrollLeft = link.offsetLeft - (nav.clientWidth - link.offsetWidth) / 2;
    };
    show();
    const resized = new ResizeObserver(show);
    resized.observe(nav);
    return () => resized.disconnect();
  }, [here]);
  return (
    <nav ref={list} class="settings-nav" aria-label={text("settings")}>
      {groups.map(({ group, links }) => (
        <div key={group}>
          <h2 id={`settings-${group}`}>{text(group)}</h2>
          <ul aria-labelledby={`settings-${group}`}>
            {links.map((link) => (
              <li key={link.page}>
                <a
                  class="row"
                  href={placeOf(["settings", link.page])}
                  aria-current={link === here ? "page" : undefined}
                >
                  {text(link.page)}
                </a>
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

/** Source: AUTH-15. */
const ForAdministrators = (): JSX.Element => (
  <main class="settings-page">
    <h1>{text("forAdministrators")}</h1>
    <p>{text("forAdministratorsWhy")}</p>
    <p>
      <a href={placeOf(["inbox", "waiting"])}>{text("backToInbox")}</a>
    </p>
  </main>
);

const NoSuchPage = (): JSX.Element => (
  <main class="settings-page">
    <h1>{text("noSuchPage")}</h1>
    <p>
      {split(text("noSuchPageWhy", { all: "{all}" }), {
        all: <a href={placeOf(["settings"])}>{text("allSettings")}</a>,
      })}
    </p>
  </main>
);
