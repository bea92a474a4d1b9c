import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { explained } from "../../../shared/ui/tooltip.ts";
import type { FailuresAnswer } from "../../data/answers.types.ts";
import { nameOfKind } from "../../deliveries/words.ts";
import { failures } from "../../texts/en/failures.ts";
import { placeOf } from "../route.ts";
import { useDesk } from "../use-desk.ts";
import { unseenWords } from "./open-failures.ts";
import type { Unseen } from "./unseen.ts";

const text = textsOf("failures", failures);

/** Events and mails that failed, for administrators. */
export function UnseenCard({ unseen }: { readonly unseen: Unseen }): JSX.Element {
  const { surroundings } = useDesk();
  const { count, deliveries } = unseen.failures.value;
  const [latest] = deliveries;
  const channel = surroundings.value.channels.find(({ id }) => id === latest?.channelId);
  return (
    <li class="failure">
      <p class="literal">
        {latest === undefined ? unseenWords(count) : wordsWithLatest(unseenWords(count), latest, channel?.name)}
      </p>
      <p class="failure-steps">
        <a class="button small" href={placeOf(["deliveries"], { state: "failed" })}>
          {text("showFailed")}
        </a>
        <SeenButton unseen={unseen} />
      </p>
    </li>
  );
}

function wordsWithLatest(
  failed: string,
  { kind: kindOf, error }: FailuresAnswer["deliveries"][number],
  channel: string | undefined,
): string {
  const kind = nameOfKind(kindOf);
  const reason = error?.message;
  if (channel === undefined)
    return reason === undefined ? text("latest", { failed, kind }) : text("latestWhy", { failed, kind, reason });
  return reason === undefined
    ? text("latestOf", { failed, kind, channel })
    : text("latestOfWhy", { failed, kind, channel, reason });
}

export const SeenButton = ({ unseen }: { readonly unseen: Unseen }): JSX.Element => (
  <button type="button" class="small" {...explained(text("markSeenMeans"))} onClick={() => void unseen.markSeen()}>
    {text("markSeen")}
  </button>
);
