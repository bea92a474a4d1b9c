import { readdirSync, readFileSync } from "node:fs";
import t from "tap";
import { wordsInCode } from "./words-in-code.ts";

/** Files whose texts have one language still. The list only gets shorter: a file without such texts must leave it. */
const toDo: ReadonlySet<string> = new Set([
  "src/web/desk/client/blacklist.tsx",
  "src/web/desk/client/call-state.tsx",
  "src/web/desk/client/calls.tsx",
  "src/web/desk/client/client-head.tsx",
  "src/web/desk/client/client-panel.tsx",
  "src/web/desk/client/contact-form.tsx",
  "src/web/desk/client/contacts.tsx",
  "src/web/desk/client/custom-data.tsx",
  "src/web/desk/client/person-data/export-client.tsx",
  "src/web/desk/client/person-data/person-data.tsx",
  "src/web/desk/client/visit.tsx",
  "src/web/desk/conversation/composer/canned-list.tsx",
  "src/web/desk/conversation/composer/composer.tsx",
  "src/web/desk/conversation/composer/drop-target.tsx",
  "src/web/desk/conversation/composer/emoji-later.tsx",
  "src/web/desk/conversation/composer/emoji-picker.tsx",
  "src/web/desk/conversation/composer/instead.tsx",
  "src/web/desk/conversation/composer/recorder.tsx",
  "src/web/desk/conversation/composer/room.tsx",
  "src/web/desk/conversation/composer/tools.tsx",
  "src/web/desk/conversation/composer/tray-list.tsx",
  "src/web/desk/conversation/composer/write-field.tsx",
  "src/web/desk/conversation/conversation.tsx",
  "src/web/desk/conversation/delivery/attempt-chart.tsx",
  "src/web/desk/conversation/delivery/attempt-log.tsx",
  "src/web/desk/conversation/delivery/attempts.tsx",
  "src/web/desk/conversation/delivery/delivery-state.tsx",
  "src/web/desk/conversation/failed-bar.tsx",
  "src/web/desk/conversation/left-before.tsx",
  "src/web/desk/conversation/lightbox/lightbox.tsx",
  "src/web/desk/conversation/log/client-typing.tsx",
  "src/web/desk/conversation/log/drawn-rows.tsx",
  "src/web/desk/conversation/log/log-state.tsx",
  "src/web/desk/conversation/log/log.tsx",
  "src/web/desk/conversation/message/bot-buttons.tsx",
  "src/web/desk/conversation/message/media.tsx",
  "src/web/desk/conversation/message/message.tsx",
  "src/web/desk/conversation/message/unsent-message.tsx",
  "src/web/desk/conversation/transfer-dialog.tsx",
  "src/web/desk/inbox/chat-list.tsx",
  "src/web/desk/inbox/chat-row.tsx",
  "src/web/desk/inbox/filters.tsx",
  "src/web/desk/inbox/inbox.tsx",
  "src/web/desk/inbox/list-head.tsx",
  "src/web/desk/inbox/list-pane.tsx",
  "src/web/desk/inbox/longest-wait.tsx",
  "src/web/desk/inbox/new-below.tsx",
  "src/web/desk/inbox/no-chat.tsx",
  "src/web/desk/inbox/no-rows.tsx",
  "src/web/desk/inbox/views-bar.tsx",
  "src/web/desk/settings/channels/add-channel.tsx",
  "src/web/desk/settings/channels/add-channels.tsx",
  "src/web/desk/settings/channels/agents-field.tsx",
  "src/web/desk/settings/channels/api-fields.tsx",
  "src/web/desk/settings/channels/back-to-channels.tsx",
  "src/web/desk/settings/channels/channel-list.tsx",
  "src/web/desk/settings/channels/channel-page.tsx",
  "src/web/desk/settings/channels/channels.tsx",
  "src/web/desk/settings/channels/programs/connection-tab.tsx",
  "src/web/desk/settings/channels/programs/developers-tab.tsx",
  "src/web/desk/settings/channels/programs/replay-webhooks.tsx",
  "src/web/desk/settings/channels/programs/send-test.tsx",
  "src/web/desk/settings/channels/programs/signing-secret.tsx",
  "src/web/desk/settings/channels/programs/stop-webhooks.tsx",
  "src/web/desk/settings/channels/tabs/bot-tab.tsx",
  "src/web/desk/settings/channels/tabs/calls-tab.tsx",
  "src/web/desk/settings/channels/tabs/general-tab.tsx",
  "src/web/desk/settings/channels/tabs/hours-field.tsx",
  "src/web/desk/settings/channels/tabs/remove-channel.tsx",
  "src/web/desk/settings/channels/tabs/switch-off.tsx",
  "src/web/desk/settings/channels/widget/install-tab.tsx",
  "src/web/desk/settings/channels/widget/look-tab.tsx",
  "src/web/desk/settings/channels/widget/widget-preview.tsx",
  "src/web/desk/settings/forms/confirm.tsx",
  "src/web/desk/settings/forms/form-section.tsx",
  "src/web/desk/settings/forms/not-there.tsx",
  "src/web/desk/settings/forms/refused-words.tsx",
  "src/web/desk/settings/forms/remove-record.tsx",
  "src/web/desk/settings/me/attention-section.tsx",
  "src/web/desk/settings/me/me.tsx",
  "src/web/desk/settings/me/own-password.tsx",
  "src/web/desk/settings/me/own-sessions.tsx",
  "src/web/desk/settings/network/changes.tsx",
  "src/web/desk/settings/network/network.tsx",
  "src/web/desk/settings/people/add-agent.tsx",
  "src/web/desk/settings/people/add-department.tsx",
  "src/web/desk/settings/people/agent-channels.tsx",
  "src/web/desk/settings/people/agent-fields.tsx",
  "src/web/desk/settings/people/agent-list.tsx",
  "src/web/desk/settings/people/agent-page.tsx",
  "src/web/desk/settings/people/agents.tsx",
  "src/web/desk/settings/people/department-page.tsx",
  "src/web/desk/settings/people/departments.tsx",
  "src/web/desk/settings/people/new-password.tsx",
  "src/web/desk/settings/people/remove-agent.tsx",
  "src/web/desk/settings/photo/photo-section.tsx",
  "src/web/desk/settings/providers/add-provider.tsx",
  "src/web/desk/settings/providers/provider-page.tsx",
  "src/web/desk/settings/providers/providers.tsx",
  "src/web/desk/settings/replies/replies.tsx",
  "src/web/desk/settings/replies/reply-fields.tsx",
  "src/web/desk/settings/replies/reply-list.tsx",
  "src/web/desk/settings/replies/reply-page.tsx",
  "src/web/desk/settings/service/backup.tsx",
  "src/web/desk/settings/service/reload-config.tsx",
  "src/web/desk/settings/service/service.tsx",
  "src/web/desk/settings/settings.tsx",
]);

const files = ["src/web/desk", "src/web/shared"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .map((name) => `${folder}/${name}`),
);

t.test("the pages of agents have their texts in every language, not in the code", async (t) => {
  const found = files.map((path) => ({ path, words: wordsInCode(path, readFileSync(path, "utf8")) }));
  t.same(
    found.filter(({ path }) => !toDo.has(path)).flatMap(({ words }) => words),
    [],
    "texts for people are in the folders named texts",
  );
  const done = new Set(found.filter(({ words }) => words.length === 0).map(({ path }) => path));
  t.same(
    [...toDo].filter((path) => done.has(path) || !files.includes(path)),
    [],
    "these are done: take them off the list",
  );
});

t.test("texts are found wherever people read them", async (t) => {
  const code = `
    const Page = ({ at, name }) => (
      <p title={at === "here" ? "Here" : text("away")} class="wide" aria-label={\`Close \${name}\`}>
        Read {name ?? "Nobody"}, {at === "gone" && "now"} {text("closed")} <kbd>Enter</kbd> × Parley
        <b>Parley</b> <Field label="Name">{(control) => <input {...control} placeholder="Words" />}</Field>
      </p>
    );`;
  t.same(
    wordsInCode("page.tsx", code).map((line) => line.replace("page.tsx:", "")),
    ["3 Here", "3 Close", "4 Read", "4 Nobody", "4 now", "4 × Parley", "5 Name", "5 Words"],
  );
});
