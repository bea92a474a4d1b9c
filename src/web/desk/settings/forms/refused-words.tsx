import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { placeOf } from "../../shell/route.ts";
import { settingsForms } from "../../texts/en/settings-forms.ts";

const text = textsOf("settings-forms", settingsForms);

/** Why the service refused an address; where an administrator may allow it, with the way there. Source: AUTH-06. */
export function refusedWords(error: string | null): JSX.Element | string | null {
  if (error === null || !error.includes(text("ownNetworkHint"))) return error;
  return (
    <>
      {error} <a href={placeOf(["settings", "network"])}>{text("goToOwnNetwork")}</a>
    </>
  );
}
