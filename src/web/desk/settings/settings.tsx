import type { FunctionComponent, JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { split, textsOf } from "../../shared/language/texts.ts";
import { useCommands } from "../shell/commands/commands.ts";
import { go, placeOf, route } from "../shell/route.ts";
import { useDesk } from "../shell/use-desk.ts";
import { settings } from "../texts/en/settings.ts";
import { Channels } from "./channels/channels.tsx";
import { Endpoints } from "./endpoints/endpoints.tsx";
import { Keys } from "./keys/keys.tsx";
import { Me } from "./me/me.tsx";
import { Network } from "./network/network.tsx";
import { Agents } from "./people/agents.tsx";
import { Departments } from "./people/departments.tsx";
import { Providers } from "./providers/providers.tsx";
import { Replies } from "./replies/replies.tsx";
import { Service } from "./service/service.tsx";
import { Waiting } from "./waiting/waiting.tsx";

/** A page of the settings at `#/settings/{page}/…`; it reads the rest of the address from the route itself. */
interface SettingsPage {
  /** Its title is the text of this key. */
  readonly page:
    | "channels"
    | "agents"
    | "departments"
    | "providers"
    | "keys"
    | "endpoints"
    | "waiting"
    | "network"
    | "service"
    | "replies"
    | "me";
  /** The heading in the navigation. */
  readonly group: "manage" | "you";
  /** False: for administrators only. Source: AUTH-15. */
  readonly isForAll: boolean;
  /** Draws a `<main class="settings-page">`. */
  readonly Page: FunctionComponent;
}

/** Every page, in the order of the navigation; `#/settings` opens the first page that the agent may see. */
const settingsPages: readonly SettingsPage[] = [
  {
    page: "channels",
    group: "manage",
    isForAll: false,
    Page: Channels,
  },
  {
    page: "agents",
    group: "manage",
    isForAll: false,
    Page: Agents,
  },
  {
    page: "departments",
    group: "manage",
    isForAll: false,
    Page: Departments,
  },
  {
    page: "providers",
    group: "manage",
    isForAll: false,
    Page: Providers,
  },
  {
    page: "keys",
    group: "manage",
    isForAll: false,
    Page: Keys,
  },
  {
    page: "endpoints",
    group: "manage",
    isForAll: false,
    Page: Endpoints,
  },
  {
    page: "waiting",
    group: "manage",
    isForAll: false,
    Page: Waiting,
  },
  {
    page: "network",
    group: "manage",
    isForAll: false,
    Page: Network,
  },
  {
    page: "service",
    group: "manage",
    isForAll: false,
    Page: Service,
  },
  {
    page: "replies",
    group: "you",
    isForAll: true,
    Page: Replies,
  },
  {
    page: "me",
    group: "you",
    isForAll: true,
    Page: Me,
  },
];

const text = textsOf("settings", settings);

/** Settings: the navigation and the open page. */
export function Settings(): JSX.Element {
  const isAdministrator = useDesk().surroundings.value.agent.role === "admin";
  const allowed = settingsPages.filter(({ isForAll }) => isForAll || isAdministrator);
  const [asked] = route.value.parts;
  const page = asked === undefined ? allowed[0] : allowed.find((one) => one.page === asked);
  const isKept = asked === undefined || settingsPages.some((one) => one.page === asked);
  useCommands(
    allowed.map((one) => ({
      id: `settings ${one.page}`,
      title: text("command", { page: text(one.page) }),
      group: text("settings"),
      run: () => go(placeOf(["settings", one.page])),
    })),
    [isAdministrator],
  );
  return (
    <div class="section settings">
      <Navigation pages={allowed} here={page} />
      {page !== undefined && <page.Page key={page.page} />}
      {page === undefined && (isKept ? <ForAdministrators /> : <NoSuchPage />)}
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
