import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { placeOf } from "../../shell/route.ts";
import { PageTitle } from "../forms/page-title.tsx";
import { BackToChannels } from "./back-to-channels.tsx";

/** The kinds of channel there are. Source: CH-01. */
export const AddChannels = (): JSX.Element => (
  <main class="settings-page">
    <BackToChannels />
    <PageTitle>Add channels</PageTitle>
    <div class="kind-cards">
      <Kind title="Chat API" kind="chat-api">
        For a mobile app, a desktop program or a chat window of your own. Your system posts what customers write, and
        gets what agents answer.
      </Kind>
      <Kind title="Widget" kind="widget">
        A ready chat window for your web site: one line of script, your colour and your words.
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
      <a class="button primary" href={placeOf(["settings", "channels", "add", kind])} aria-label={`Connect ${title}`}>
        Connect
      </a>
    </section>
  );
}
