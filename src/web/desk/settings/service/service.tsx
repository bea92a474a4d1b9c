import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { settings } from "../../texts/en/settings.ts";
import { PageTitle } from "../forms/page-title.tsx";
import { Backup } from "./backup.tsx";
import { ReloadConfig } from "./reload-config.tsx";

const text = textsOf("settings", settings);

/** What is otherwise done by whoever runs the service. */
export const Service = (): JSX.Element => (
  <main class="settings-page">
    <PageTitle>{text("service")}</PageTitle>
    <Backup />
    <ReloadConfig />
  </main>
);
