import type { JSX } from "preact";
import { PageTitle } from "../forms/page-title.tsx";
import { Backup } from "./backup.tsx";
import { ReloadConfig } from "./reload-config.tsx";

/** What is otherwise done by whoever runs the service. */
export const Service = (): JSX.Element => (
  <main class="settings-page">
    <PageTitle>Backup and config</PageTitle>
    <Backup />
    <ReloadConfig />
  </main>
);
