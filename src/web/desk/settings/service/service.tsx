import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { settings } from "../../texts/en/settings.ts";
import { PageTitle } from "../forms/page-title.tsx";
import { Backup } from "./backup.tsx";
import { ReloadConfig } from "./reload-config.tsx";

const text = textsOf("settings", settings);

/** Tasks that otherwise need access to the service's machine. */
export const Service = (): JSX.Element => (
  <main class="settings-page">
    <PageTitle>{text("service")}</PageTitle>
    <Backup />
    <ReloadConfig />
  </main>
);
