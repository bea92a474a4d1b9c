import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { split, textsOf } from "../../shared/language/texts.ts";
import { useCommands } from "../shell/commands/commands.ts";
import { Later } from "../shell/later.tsx";
import { go, placeOf, route } from "../shell/route.ts";
import { useDesk } from "../shell/use-desk.ts";
import { settings } from "../texts/en/settings.ts";
import type { SettingsPage } from "./pages.ts";
import { settingsPages } from "./pages.ts";

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
      {page !== undefined && <Later key={page.page} load={page.load} />}
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
                <a href={placeOf(["settings", link.page])} aria-current={link === here ? "page" : undefined}>
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
