import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import { Icon } from "../../shared/parts/icon.tsx";
import { useCommands } from "../shell/commands/commands.ts";
import { go, placeOf } from "../shell/route.ts";
import { inbox } from "../texts/en/inbox.ts";
import type { InboxModel } from "./inbox-model.ts";
import type { ViewId } from "./views.ts";
import { views } from "./views.ts";

const text = textsOf("inbox", inbox);

const shownMax = 999;

/** The views with their numbers of chats. Blocked chats are counted after their view was opened. */
export function ViewsBar({ model }: { readonly model: InboxModel }): JSX.Element {
  const { counts } = model.indexed.value;
  const current = model.view.value.id;
  const openId = model.openId.value;
  useCommands(
    views.map(({ id, key, title }) => ({
      id: `view ${id}`,
      title: text("showChats", { view: text(title) }),
      group: text("title"),
      run: () => go(placeOf(["inbox", id])),
      ...(key === null ? {} : { keys: `g ${key}` }),
    })),
    [],
  );
  return (
    <nav class="views" aria-label={text("views")}>
      {views.map(({ id, title }) => (
        <a
          key={id}
          // The open chat stays open when the view changes.
          href={placeOf(openId === null ? ["inbox", id] : ["inbox", id, openId])}
          aria-current={id === current ? "page" : undefined}
          class={wantingOf(id, counts[id])}
        >
          {id === "failed" && counts.failed > 0 && <Icon name="warning" />}
          {text(title)}
          {counts[id] > 0 && <span class="number">{counts[id] > shownMax ? `${shownMax}+` : counts[id]}</span>}
        </a>
      ))}
    </nav>
  );
}

function wantingOf(id: ViewId, count: number): string {
  if (count === 0) return "";
  if (id === "failed") return "failing";
  return id === "waiting" ? "wanting" : "";
}
