import type { JSX } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { textsOf } from "../../shared/language/texts.ts";
import { useLater } from "../../shared/parts/missing.tsx";
import { timeOfDay } from "../../shared/parts/times.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { Inbox } from "../inbox/inbox.tsx";
import { shell } from "../texts/en/shell.ts";
import { Attention } from "./attention/attention.tsx";
import { hearKeys } from "./commands/commands.ts";
import { Helpers } from "./commands/helpers.tsx";
import { diskWords } from "./disk-words.ts";
import { erasing } from "./erasure/open-erasure.ts";
import { FailuresPanel } from "./failures/failures-panel.tsx";
import { Later } from "./later.tsx";
import { Notices, tell } from "./notices.tsx";
import { Rail } from "./rail.tsx";
import { route } from "./route.ts";
import { loadSecondScript } from "./second-script.ts";
import { followShownHeight } from "./shown-height.ts";
import { isTaking } from "./steps/chat-steps.ts";
import { useDesk } from "./use-desk.ts";

/** The rail, the banner of the connection, the open section, and below it what has failed and what has been done. Nothing floats over the section. */
export function Workplace(): JSX.Element {
  useLayoutEffect(() => hearKeys(isTaking), []);
  useEffect(followShownHeight, []);
  const { section } = route.value;
  const desk = useDesk();
  const areChatsRead = desk.chats.loading.value === "ready";
  useEffect(() => {
    if (areChatsRead) loadSecondScript();
  }, [areChatsRead]);
  const asked = desk.surroundings.value.agent.role === "admin" ? erasing.value : null;
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
      {asked !== null && <EraseLater key={asked.clientNumber} asked={asked} />}
    </div>
  );
}

const text = textsOf("shell", shell);

/** The dialog is loaded when it is first asked for. */
function EraseLater({ asked }: { readonly asked: NonNullable<typeof erasing.value> }): JSX.Element | null {
  const { state } = useLater(() => import("./erasure/erase-dialog.tsx").then(({ EraseDialog }) => EraseDialog));
  useEffect(() => {
    if (state === "failed") tell(text("pageNotLoaded"), "failed");
  }, [state]);
  return typeof state === "object" ? <state.part asked={asked} /> : null;
}

/** Shows that the desk is not connected or that the browser stores nothing, and what this means for written messages. */
function Banner(): JSX.Element {
  const { link, outbox, kept } = useDesk();
  const since = link.goneSinceMs.value;
  const waiting = outbox.unsent.value.filter(({ refusal }) => refusal === null).length;
  const isFull = kept.isFull.value;
  return (
    <div class="banner" role="status" hidden={since === null && !isFull}>
      {since !== null && (
        <>
          <strong>{text("notConnected", { time: timeOfDay(since) })}</strong>
          <span>{fateOf(waiting, isFull)}</span>
          <button type="button" onClick={link.retry}>
            {text("tryNow")}
          </button>
        </>
      )}
      {isFull && since === null && (
        <>
          <strong>{text("noRoom")}</strong>
          <span>{text("keepTabOpen")}</span>
        </>
      )}
    </div>
  );
}

function fateOf(waiting: number, isFull: boolean): string {
  if (waiting > 0) return text(isFull ? "waitingUnkept" : "waitingKept", { n: waiting });
  return text(isFull ? "writtenUnkept" : "writtenKept");
}

/** Shows the limits while the service's disk is nearly full. */
function DiskNotice(): JSX.Element {
  const { agent, disk } = useDesk().surroundings.value;
  const words = disk === undefined ? null : diskWords(disk, agent.role === "admin");
  // Always rendered, because screen readers announce only changes inside an existing element.
  return (
    <div role="status">
      {words !== null && (
        <p class="banner disk">
          <Icon name="warning" />
          <strong>{words.title}</strong>
          <span>{words.details}</span>
        </p>
      )}
    </div>
  );
}
