import type { JSX } from "preact";
import { useLayoutEffect } from "preact/hooks";
import { Inbox } from "../inbox/inbox.tsx";
import { Attention } from "./attention/attention.tsx";
import { Banner } from "./banner.tsx";
import { hearKeys } from "./commands/commands.ts";
import { Helpers } from "./commands/helpers.tsx";
import { DiskNotice } from "./disk-notice.tsx";
import { EraseDialog } from "./erasure/erase-dialog.tsx";
import { erasing } from "./erasure/open-erasure.ts";
import { FailuresPanel } from "./failures/failures-panel.tsx";
import { Later } from "./later.tsx";
import { Notices } from "./notices.tsx";
import { Rail } from "./rail.tsx";
import { route } from "./route.ts";
import { isTaking } from "./steps/chat-steps.ts";
import { useDesk } from "./use-desk.ts";

/** The rail, the banner of the connection, the open section, and below it what has failed and what has been done. Nothing floats over the section. */
export function Workplace(): JSX.Element {
  useLayoutEffect(() => hearKeys(isTaking), []);
  const { section } = route.value;
  const asked = useDesk().surroundings.value.agent.role === "admin" ? erasing.value : null;
  return (
    <div class="workplace">
      <Rail />
      <div class="banners">
        <Banner />
        <DiskNotice />
      </div>
      <Attention />
      <Helpers />
      {section === "archive" && <Later load={() => import("../archive/archive.tsx").then((found) => found.Archive)} />}
      {section === "deliveries" && (
        <Later load={() => import("../deliveries/deliveries.tsx").then((found) => found.Deliveries)} />
      )}
      {section === "left" && (
        <Later load={() => import("../left/left-messages.tsx").then((found) => found.LeftMessages)} />
      )}
      {section === "settings" && (
        <Later load={() => import("../settings/settings.tsx").then((found) => found.Settings)} />
      )}
      {section === "inbox" && <Inbox />}
      <div class="below">
        <FailuresPanel />
        <Notices />
      </div>
      {asked !== null && <EraseDialog key={asked.clientNumber} asked={asked} />}
    </div>
  );
}
