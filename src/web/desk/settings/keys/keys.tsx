import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { ApiKeyAnswer } from "../../../../codec/admin/admin-api-keys.ts";
import type { ChannelAnswer } from "../../../../codec/admin/channel-answer.ts";
import type { Scope } from "../../../../codec/settings/api-key-bounds.ts";
import { keyNamePattern, scopes } from "../../../../codec/settings/api-key-bounds.ts";
import { split, textsOf } from "../../../shared/language/texts.ts";
import { Ago } from "../../../shared/parts/ago.tsx";
import { unlessTaken } from "../../../shared/parts/sentences.ts";
import { exactTime } from "../../../shared/parts/times.ts";
import { CopyField } from "../../parts/copy-field.tsx";
import { useCommands } from "../../shell/commands/commands.ts";
import { go, placeOf, route } from "../../shell/route.ts";
import { useDesk } from "../../shell/use-desk.ts";
import { settingsKeys } from "../../texts/en/settings-keys.ts";
import { RemoveRecord } from "../forms/confirm.tsx";
import { ChoiceField, SeveralField, TextField } from "../forms/fields.tsx";
import { BackLink, PageTitle, Section, SettingsForm } from "../forms/form-section.tsx";
import type { Listing } from "../forms/listing.ts";
import { useListing } from "../forms/listing.ts";
import { ListHead, NoSuch, RecordList, RecordRow, UnreadPage } from "../forms/records.tsx";
import { bind, useForm } from "../forms/use-form.ts";

const text = textsOf("settings-keys", settingsKeys);

const keysPlace = placeOf(["settings", "keys"]);
const addPlace = placeOf(["settings", "keys", "add"]);
/** The id follows a fixed word, because an id may be any word. */
const placeOfKey = (id: string): string => placeOf(["settings", "keys", "of", id]);

/** The keys of programs. Source: AUTH-16. */
export function Keys(): JSX.Element {
  const [, what, of] = route.value.parts;
  const listing = useListing<ApiKeyAnswer>({ path: "/api/keys", many: "keys", one: "apiKey" }, `${what} ${of}`);
  if (what === "add") return <AddKey listing={listing} />;
  const { value: list } = listing.list;
  if (list.state !== "there")
    return <UnreadPage title={text("keys")} unread={text("unread")} list={list} onRetry={() => void listing.read()} />;
  if (what === undefined) return <KeyList keys={list.value} />;
  const key = list.value.find(({ id }) => id === of);
  if (key === undefined) return <NoSuch title={text("noSuchKey")} back={keysPlace} backTitle={text("allKeys")} />;
  return <KeyPage key={key.id} apiKey={key} listing={listing} />;
}

function KeyList({ keys }: { readonly keys: readonly ApiKeyAnswer[] }): JSX.Element {
  useCommands([{ id: "add API key", title: text("newApiKey"), group: text("settings"), run: () => go(addPlace) }], []);
  return (
    <main class="settings-page">
      <ListHead title={text("keys")} add={text("newKey")} addPlace={addPlace} />
      <p>{text("help")}</p>
      {keys.length === 0 ? (
        <p class="empty">{text("none")}</p>
      ) : (
        <RecordList label={text("keys")}>
          {keys.map(({ id, name, scopes, declared }) => (
            <RecordRow
              key={id}
              place={placeOfKey(id)}
              name={name}
              facts={[scopes.join(", "), declared && text("inConfigFile")]}
            />
          ))}
        </RecordList>
      )}
    </main>
  );
}

const namePattern = new RegExp(keyNamePattern, "u");
const dayMs = 24 * 3_600_000;
/** Days until the key expires; an empty text stands for never. */
const lifetimes = ["30", "90", "365", ""] as const;
type Lifetime = (typeof lifetimes)[number];

interface KeyForm {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly channels: readonly string[];
  readonly lifetime: Lifetime;
}

const newKey: KeyForm = { name: "", scopes: [], channels: [], lifetime: "90" };

function AddKey({ listing }: { readonly listing: Listing<ApiKeyAnswer> }): JSX.Element {
  const channels = useListing<ChannelAnswer>({ path: "/api/channels", many: "channels", one: "channel" });
  const made = useSignal<string | null>(null);
  const form = useForm<KeyForm>({
    name: "new API key",
    saved: newKey,
    sentences: {
      name: unlessTaken(text("nameTaken"), () => text("nameWrong")),
      scopes: () => text("scopesWrong"),
      channels: () => text("channelGone"),
      lifetime: () => text("lifetimeWrong"),
    },
    places: { lifetime: "expiresAt" },
    check: ({ name, scopes: permitted }) => ({
      name: namePattern.test(name.trim()) ? null : text("nameWrong"),
      scopes: permitted.length > 0 ? null : text("scopesMissing"),
    }),
    async send(_changed, { name, scopes: permitted, channels: chosen, lifetime }) {
      const answer = await listing.create<{ readonly key: string }>({
        ...{ name: name.trim(), scopes: permitted },
        ...(chosen.length > 0 && { channels: chosen }),
        ...(lifetime !== "" && { expiresAt: Date.now() + Number(lifetime) * dayMs }),
      });
      if (answer.ok) made.value = answer.value.key;
      return answer;
    },
  });
  if (made.value !== null) return <MadeKey apiKey={made.value} />;
  const { value: list } = channels.list;
  const offered = list.state === "there" ? list.value.map(({ id, name }) => [id, name] as const) : [];
  return (
    <main class="settings-page">
      <BackLink to={keysPlace}>{text("allKeys")}</BackLink>
      <PageTitle>{text("newApiKey")}</PageTitle>
      <SettingsForm form={form} action={text("create")} busy={text("creating")} isNew>
        <TextField label={text("name")} of={bind(form, "name")} help={text("nameHelp")} isRequired />
        <SeveralField
          label={text("scopes")}
          of={bind(form, "scopes")}
          choices={scopes.map((scope) => [scope, text(scope)] as const)}
          empty=""
        />
        <SeveralField
          label={text("channels")}
          help={text("channelsHelp")}
          of={bind(form, "channels")}
          choices={offered}
          empty={text("noChannels")}
        />
        <ChoiceField
          label={text("expires")}
          of={bind(form, "lifetime")}
          choices={lifetimes.map((days) => [days, days === "" ? text("never") : text("inDays", { days })])}
        />
      </SettingsForm>
    </main>
  );
}

const MadeKey = ({ apiKey }: { readonly apiKey: string }): JSX.Element => (
  <main class="settings-page">
    <BackLink to={keysPlace}>{text("allKeys")}</BackLink>
    <PageTitle>{text("made")}</PageTitle>
    <div class="settings-notice" role="status">
      <CopyField label={text("key")} value={apiKey} help={text("shownOnlyNow")} />
    </div>
    <CopyField
      label={text("try")}
      value={`curl -H 'Authorization: Bearer ${apiKey}' ${location.origin}/api/session`}
      help={text("tryHelp")}
    />
  </main>
);

interface KeyPageProps {
  readonly apiKey: ApiKeyAnswer;
  readonly listing: Listing<ApiKeyAnswer>;
}

function KeyPage({ apiKey, listing }: KeyPageProps): JSX.Element {
  const { agents } = useDesk().surroundings.value;
  const { id, name, agent, channels, createdAt, expiresAt, lastUsedAt, declared } = apiKey;
  const ago = (atMs: number): JSX.Element => <Ago atMs={atMs} inSentence />;
  return (
    <main class="settings-page">
      <BackLink to={keysPlace}>{text("allKeys")}</BackLink>
      <PageTitle>{name}</PageTitle>
      {declared && <p class="settings-notice">{text("keyDeclared")}</p>}
      <Section title={text("key")}>
        <ul class="plain-list">
          {apiKey.scopes.map((scope) => (
            <li key={scope}>{text(scope)}</li>
          ))}
          <li>
            {split(text("callsFor", { agent: "{agent}" }), {
              agent: <bdi>{agents.find((one) => one.id === agent)?.name ?? agent}</bdi>,
            })}
          </li>
          <li>{channels === null ? text("allChannels") : text("onlyChannels", { channels: channels.join(", ") })}</li>
          <li>{split(text("createdAgo", { ago: "{ago}" }), { ago: ago(createdAt) })}</li>
          <li>
            {lastUsedAt === null
              ? text("neverUsed")
              : split(text("usedAgo", { ago: "{ago}" }), { ago: ago(lastUsedAt) })}
          </li>
          <li>{expiresAt === null ? text("neverExpires") : text("expiresOn", { date: exactTime(expiresAt) })}</li>
        </ul>
      </Section>
      {!declared && (
        <RemoveRecord
          title={text("revoke")}
          name={name}
          forms={`key ${id} `}
          back={keysPlace}
          act={() => listing.remove(id)}
        >
          <p>{text("revokeThen")}</p>
        </RemoveRecord>
      )}
    </main>
  );
}
