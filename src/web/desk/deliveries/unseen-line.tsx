import type { JSX } from "preact";
import { textsOf } from "../../shared/language/texts.ts";
import { failuresOf, unseenWords } from "../shell/failures/open-failures.ts";
import { SeenButton } from "../shell/failures/unseen-card.tsx";
import { placeOf } from "../shell/route.ts";
import { useDesk } from "../shell/use-desk.ts";
import { deliveries } from "../texts/en/deliveries.ts";

const text = textsOf("deliveries", deliveries);

/** The failures that this section's badge counts, and a button to mark them as seen. Source: WH-38. */
export function UnseenLine(): JSX.Element | null {
  const { unseen } = failuresOf(useDesk());
  const { count } = unseen.failures.value;
  if (count === 0) return null;
  return (
    <p class="unseen-line">
      <span>{text("unseen", { failed: unseenWords(count) })}</span>{" "}
      <a href={placeOf(["deliveries"], { state: "failed" })}>{text("showFailed")}</a> <SeenButton unseen={unseen} />
    </p>
  );
}
