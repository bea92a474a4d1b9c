import type { JSX } from "preact";
import type { DeskSession } from "../../../../codec/desk/desk-own.ts";
import type { Answer } from "../../../shared/api/api.ts";
import { LanguageSelect } from "../../../shared/language/language-select.tsx";
import { textsOf } from "../../../shared/language/texts.ts";
import { Avatar } from "../../parts/avatar.tsx";
import { agentPicture } from "../../parts/pictures.ts";
import { placeOf } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsYou } from "../../texts/en/settings-you.ts";
import { Section } from "../forms/form-section.tsx";
import { useListing } from "../forms/listing.ts";
import { PageTitle } from "../forms/page-title.tsx";
import { PhotoSection } from "../photo/photo-section.tsx";
import { AttentionSection } from "./attention-section.tsx";
import { OwnPassword } from "./own-password.tsx";
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
