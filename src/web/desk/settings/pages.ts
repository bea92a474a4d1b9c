import type { FunctionComponent } from "preact";

/** A page of the settings at `#/settings/{page}/…`; it reads the rest of the address from the route itself. */
export interface SettingsPage {
  /** Its title is the text of this key. */
  readonly page: "channels" | "agents" | "departments" | "providers" | "network" | "service" | "replies" | "me";
  /** The heading in the navigation. */
  readonly group: "manage" | "you";
  /** False: for administrators only; the code is not loaded for other agents. Source: AUTH-15. */
  readonly isForAll: boolean;
  /** Its component draws a `<main class="settings-page">`. */
  readonly load: () => Promise<FunctionComponent>;
}

/** Every page, in the order of the navigation; `#/settings` opens the first page that the agent may see. */
export const settingsPages: readonly SettingsPage[] = [
  {
    page: "channels",
    group: "manage",
    isForAll: false,
    load: () => import("./channels/channels.tsx").then((found) => found.Channels),
  },
  {
    page: "agents",
    group: "manage",
    isForAll: false,
    load: () => import("./people/agents.tsx").then((found) => found.Agents),
  },
  {
    page: "departments",
    group: "manage",
    isForAll: false,
    load: () => import("./people/departments.tsx").then((found) => found.Departments),
  },
  {
    page: "providers",
    group: "manage",
    isForAll: false,
    load: () => import("./providers/providers.tsx").then((found) => found.Providers),
  },
  {
    page: "network",
    group: "manage",
    isForAll: false,
    load: () => import("./network/network.tsx").then((found) => found.Network),
  },
  {
    page: "service",
    group: "manage",
    isForAll: false,
    load: () => import("./service/service.tsx").then((found) => found.Service),
  },
  {
    page: "replies",
    group: "you",
    isForAll: true,
    load: () => import("./replies/replies.tsx").then((found) => found.Replies),
  },
  {
    page: "me",
    group: "you",
    isForAll: true,
    load: () => import("./me/me.tsx").then((found) => found.Me),
  },
];
