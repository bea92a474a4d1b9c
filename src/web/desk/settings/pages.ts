/** A page of the settings at `#/settings/{page}/…`. */
export interface SettingsPage {
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
}

const forAdministrators = { group: "manage", isForAll: false } as const;
const forAll = { group: "you", isForAll: true } as const;

/** Every page, in the order of the navigation; `#/settings` opens the first page that the agent may see. */
export const settingsPages: readonly SettingsPage[] = [
  { page: "channels", ...forAdministrators },
  { page: "agents", ...forAdministrators },
  { page: "departments", ...forAdministrators },
  { page: "providers", ...forAdministrators },
  { page: "keys", ...forAdministrators },
  { page: "endpoints", ...forAdministrators },
  { page: "waiting", ...forAdministrators },
  { page: "network", ...forAdministrators },
  { page: "service", ...forAdministrators },
  { page: "replies", ...forAll },
  { page: "me", ...forAll },
];

export const allowedPages = (isAdministrator: boolean): readonly SettingsPage[] =>
  settingsPages.filter(({ isForAll }) => isForAll || isAdministrator);
