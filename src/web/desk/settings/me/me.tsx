import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { DeskSession } from "../../../../codec/desk/desk-own.ts";
import type { Answer } from "../../../shared/api/api.ts";
import { isUnknown } from "../../../shared/api/api.ts";
import { LanguageSelect } from "../../../shared/language/language-select.tsx";
import { textsOf } from "../../../shared/language/texts.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { agentPicture } from "../../parts/pictures.ts";
import { chime, isOn, switchTo } from "../../shell/attention/alerts.ts";
import { NotifySetting } from "../../shell/attention/notify-setting.tsx";
import { placeOf } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { UsernameHint } from "../../shell/username-hint.tsx";
import { settingsYou } from "../../texts/en/settings-you.ts";
import { checkPassword, newPasswordSentence } from "../forms/checks.ts";
import { TextField } from "../forms/fields.tsx";
import { PageTitle, Section, SettingsForm } from "../forms/form-section.tsx";
import { useListing } from "../forms/listing.ts";
import { bind, useForm } from "../forms/use-form.ts";
import { PhotoSection } from "../photo-section.tsx";
import { OwnSessions } from "./own-sessions.tsx";

const text = textsOf("settings-you", settingsYou);

/** The agent's own account: profile, notices of chats, password, and sessions. */
export function Me(): JSX.Element {
  const sessions = useListing<DeskSession>({ path: "/api/sessions", many: "sessions", one: "session" });
  return (
    <main class="settings-page">
      <PageTitle>{text("yourAccount")}</PageTitle>
      <WhoYouAre />
      <OwnPhoto />
      <Section title={text("language")} help={text("languageHelp")}>
        <LanguageSelect label={text("language")} />
      </Section>
      <AttentionSection />
      <OwnPassword onChanged={() => void sessions.read()} />
      <OwnSessions sessions={sessions} />
    </main>
  );
}

function OwnPhoto(): JSX.Element {
  const { api, surroundings, readSurroundings } = useDesk();
  const { id, name, photo } = surroundings.value.agent;
  const path = `/api/agents/${id}/photo`;
  const shown = async (sent: Promise<Answer<unknown>>): Promise<Answer<unknown>> => {
    const answer = await sent;
    if (answer.ok) await readSurroundings();
    return answer;
  };
  return (
    <PhotoSection
      name={name}
      picture={agentPicture(id, photo)}
      hasPhoto={photo !== null}
      help={text("ownPhotoHelp")}
      put={(file) => shown(api.send("PUT", path, { file }))}
      remove={() => shown(api.send("DELETE", path))}
    />
  );
}

function WhoYouAre(): JSX.Element {
  const { agent, agents, departments, channels } = useDesk().surroundings.value;
  const isAdministrator = agent.role === "admin";
  const own = agents.find(({ id }) => id === agent.id)?.departments ?? [];
  const names = departments.filter(({ id }) => own.includes(id)).map(({ name }) => name);
  return (
    <Section title={text("you")}>
      <div class="who">
        <Avatar name={agent.name} picture={agentPicture(agent.id, agent.photo)} />
        <div>
          <p class="record-name">{agent.name}</p>
          <p class="record-facts">
            <span>{agent.email}</span>
            <span>{text(isAdministrator ? "administrator" : "agent")}</span>
          </p>
        </div>
      </div>
      <dl class="facts">
        <dt>{text("departments")}</dt>
        <dd>{names.length === 0 ? text("noDepartments") : names.join(", ")}</dd>
        {!isAdministrator && (
          <>
            <dt>{text("channels")}</dt>
            <dd>{channels.length === 0 ? text("noChannels") : channels.map(({ name }) => name).join(", ")}</dd>
          </>
        )}
      </dl>
      {isAdministrator ? (
        <p>
          <a href={placeOf(["settings", "agents", String(agent.id)])}>{text("changeYourself")}</a>
        </p>
      ) : (
        <p class="help">{text("administratorChanges")}</p>
      )}
    </Section>
  );
}

/** The switches for notices, the same as in the inbox. */
function AttentionSection(): JSX.Element {
  const desk = useDesk();
  const turnSound = (isTurnedOn: boolean): void => {
    switchTo(desk, "sound", isTurnedOn);
    if (isTurnedOn) chime("chat");
  };
  return (
    <Section title={text("attention")} help={text("attentionHelp")}>
      <div class="attention-choices">
        <label class="attention-choice">
          <input
            type="checkbox"
            checked={isOn(desk, "sound")}
            onChange={(event) => turnSound(event.currentTarget.checked)}
          />
          {text("sound")}
        </label>
        <NotifySetting />
      </div>
    </Section>
  );
}

/** The service requires the current password, so that nobody can take over an unattended desk. Source: AUTH-15. */
function OwnPassword({ onChanged }: { readonly onChanged: () => void }): JSX.Element {
  const { api, surroundings } = useDesk();
  const isDone = useSignal(false);
  const form = useForm({
    name: "own password",
    saved: { current: "", password: "" },
    sentences: {
      current: () => text("currentWrong"),
      password: newPasswordSentence,
    },
    check: ({ current, password }) => ({
      current: current === "" ? text("currentMissing") : null,
      password: checkPassword(password),
    }),
    async send(_changed, body) {
      isDone.value = false;
      const change = () => api.send("POST", "/api/session/password", { body });
      const first = await change();
      // The service answers a repeated change like the first one.
      const answer = first.ok || !isUnknown(first.failure) ? first : await change();
      if (!answer.ok) return answer;
      isDone.value = true;
      onChanged();
      return answer;
    },
  });
  return (
    <Section title={text("password")} help={text("passwordHelp")}>
      <SettingsForm form={form} action={text("changePassword")} busy={text("changing")}>
        <UsernameHint email={surroundings.value.agent.email} />
        <TextField
          label={text("currentPassword")}
          type="password"
          autocomplete="current-password"
          of={bind(form, "current")}
          isRequired
        />
        <TextField label={text("newPassword")} type="password" of={bind(form, "password")} isRequired />
      </SettingsForm>
      <p role="status">{isDone.value && text("passwordChanged")}</p>
    </Section>
  );
}
