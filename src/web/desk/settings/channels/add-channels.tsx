import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { textsOf } from "../../../shared/language/texts.ts";
import { placeOf } from "../../shell/route.ts";
import { settingsChannels } from "../../texts/en/settings-channels.ts";
import { PageTitle } from "../forms/page-title.tsx";
import { BackToChannels } from "./back-to-channels.tsx";

const text = textsOf("settings-channels", settingsChannels);

/** The list of the kinds of channel. Source: CH-01. */
export const AddChannels = (): JSX.Element => (
  <main class="settings-page">
    <BackToChannels />
    <PageTitle>{text("addChannels")}</PageTitle>
    <div class="kind-cards">
      <Kind title={text("api")} kind="chat-api">
        {text("apiIs")}
      </Kind>
      <Kind title={text("widget")} kind="widget">
        {text("widgetIs")}
      </Kind>
    </div>
  </main>
);

interface KindProps {
  readonly title: string;
  readonly kind: string;
  readonly children: string;
}

function Kind({ title, kind, children }: KindProps): JSX.Element {
  const id = useId();
  return (
    <section class="kind-card" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <p>{children}</p>
      <a
        class="button primary"
        href={placeOf(["settings", "channels", "add", kind])}
        aria-label={text("connectKind", { kind: title })}
      >
        {text("connect")}
      </a>
    </section>
  );
}
