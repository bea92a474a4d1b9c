import type { JSX } from "preact";
import { nameOfKind } from "../../deliveries/words.ts";
import { placeOf } from "../route.ts";
import { useDesk } from "../use-desk.ts";
import { unseenWords } from "./open-failures.ts";
import type { Unseen } from "./unseen.ts";

/** Events and mails that failed, for administrators. */
export function UnseenCard({ unseen }: { readonly unseen: Unseen }): JSX.Element {
  const { surroundings } = useDesk();
  const { count, deliveries } = unseen.failures.value;
  const [latest] = deliveries;
  const channel = surroundings.value.channels.find(({ id }) => id === latest?.channelId);
  const of = channel === undefined ? "" : ` of ${channel.name}`;
  const why = latest?.error === null || latest === undefined ? "" : `: ${latest.error.message}`;
  return (
    <li class="failure">
      <p class="literal">
        {unseenWords(count)}
        {latest !== undefined && ` ${nameOfKind(latest.kind)}${of}${why}`}
      </p>
      <p class="failure-steps">
        <a href={placeOf(["deliveries"], { state: "failed" })}>Show failed deliveries</a>
        <SeenButton unseen={unseen} />
      </p>
    </li>
  );
}

export const SeenButton = ({ unseen }: { readonly unseen: Unseen }): JSX.Element => (
  <button
    type="button"
    class="small"
    title="For all administrators; what fails later is told again"
    onClick={() => void unseen.markSeen()}
  >
    Mark as seen
  </button>
);
