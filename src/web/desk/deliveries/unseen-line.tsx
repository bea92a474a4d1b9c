import type { JSX } from "preact";
import { failuresOf, unseenWords } from "../shell/failures/open-failures.ts";
import { SeenButton } from "../shell/failures/unseen-card.tsx";
import { placeOf } from "../shell/route.ts";
import { useDesk } from "../shell/use-desk.ts";

/** What the badge of this section counts, and the way to be done with it. Source: WH-38. */
export function UnseenLine(): JSX.Element | null {
  const { unseen } = failuresOf(useDesk());
  const { count } = unseen.failures.value;
  if (count === 0) return null;
  return (
    <p class="unseen-line">
      <span>{unseenWords(count)} No administrator has seen or replayed that yet.</span>{" "}
      <a href={placeOf(["deliveries"], { state: "failed" })}>Show what failed</a> <SeenButton unseen={unseen} />
    </p>
  );
}
