import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { DeskSession } from "../../../../codec/desk/desk-own.ts";
import type { Answer } from "../../../shared/api/api.ts";
import { split, textsOf } from "../../../shared/language/texts.ts";
import { Ago } from "../../../shared/parts/ago.tsx";
import { press, underWay } from "../../../shared/parts/press.ts";
import { readUserAgent } from "../../client/client-words.ts";
import { tell, tellFailure } from "../../shell/notices.tsx";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsYou } from "../../texts/en/settings-you.ts";
import { Confirm } from "../forms/confirm.tsx";
import { Section } from "../forms/form-section.tsx";
import type { Listing } from "../forms/listing.ts";
import { UnreadList } from "../forms/records.tsx";

const text = textsOf("settings-you", settingsYou);

interface OwnSessionsProps {
  readonly sessions: Listing<DeskSession>;
}

/** The agent's sessions, and buttons to end them. Source: CH-13, AUTH-15. */
export function OwnSessions({ sessions }: OwnSessionsProps): JSX.Element {
  const { value: list } = sessions.list;
  return (
    <Section title={text("sessions")} help={text("sessionsHelp")}>
      {list.state === "there" ? (
        <ul class="card-list" aria-label={text("sessions")}>
          {[...list.value].sort(currentFirst).map((session) => (
            <li key={session.id}>
              <SessionRow session={session} onEnd={() => sessions.remove(session.id)} />
            </li>
          ))}
        </ul>
      ) : (
        <UnreadList unread={text("sessionsUnread")} list={list} onRetry={() => void sessions.read()} />
      )}
      <LogOutEverywhere />
    </Section>
  );
}

/** The other sessions keep their order, newest first. */
const currentFirst = (left: DeskSession, right: DeskSession): number => Number(right.current) - Number(left.current);

interface SessionRowProps {
  readonly session: DeskSession;
  readonly onEnd: () => Promise<Answer<unknown>>;
}

function SessionRow({ session, onEnd }: SessionRowProps): JSX.Element {
  const { createdAt, lastSeenAt, address, current } = session;
  const isBusy = useSignal(false);
  const device = deviceOf(session);
  const end = async (): Promise<void> => {
    if (isBusy.value) return;
    isBusy.value = true;
    const answer = await onEnd();
    isBusy.value = false;
    if (answer.ok) tell(text("sessionEnded", { device }));
    else tellFailure(text("sessionNotEnded", { device }), answer.failure);
  };
  return (
    <div class="record session">
      <span class="record-name">{device}</span>
      {current ? (
        <span class="this-session">{text("thisSession")}</span>
      ) : (
        <button
          type="button"
          aria-label={address === null ? text("endSession", { device }) : text("endSessionAt", { device, address })}
          {...press(isBusy.value ? underWay() : null, () => void end())}
        >
          {text("end")}
        </button>
      )}
      <span class="record-facts">
        <span>{address ?? text("addressUnknown")}</span>
        <span>{split(text("loggedIn", { ago: "{ago}" }), { ago: <Ago atMs={createdAt} inSentence /> })}</span>
        <span>{split(text("lastSeen", { ago: "{ago}" }), { ago: <Ago atMs={lastSeenAt} inSentence /> })}</span>
      </span>
    </div>
  );
}

/** "Firefox 131, Windows"; the raw user agent text if the browser and the system are unknown. */
function deviceOf({ userAgent }: DeskSession): string {
  if (userAgent === null) return text("unknownBrowser");
  const { browser, system } = readUserAgent(userAgent);
  const known = [browser, system].filter((part) => part !== null).join(", ");
  return known === "" ? userAgent : known;
}

function LogOutEverywhere(): JSX.Element {
  const { api, stop } = useDesk();
  const isAsking = useSignal(false);
  const logOut = async () => {
    const answer = await api.send("DELETE", "/api/sessions");
    return answer.ok || answer.failure.status !== 401 ? answer : { ok: true as const, value: null };
  };
  // As after a logout, no data of the agent stay in the page.
  const begin = (): void => {
    stop();
    location.reload();
  };
  return (
    <div class="save-bar">
      <button type="button" class="danger" onClick={() => (isAsking.value = true)}>
        {text("logOutEverywhereEllipsis")}
      </button>
      {isAsking.value && (
        <Confirm
          title={text("logOutEverywhereAsk")}
          action={text("logOutEverywhere")}
          act={logOut}
          onDone={begin}
          onClose={() => (isAsking.value = false)}
        >
          <p>{text("logOutEverywhereThen")}</p>
        </Confirm>
      )}
    </div>
  );
}
