import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { placeOf } from "../../shell/route.ts";
import { settingsForms } from "../../texts/en/settings-forms.ts";

const text = textsOf("settings-forms", settingsForms);

/** The reason why the service refused an address; with a link to the setting when an administrator can allow it. Source: AUTH-06. */
export function refusedWords(error: string | null): JSX.Element | string | null {
  if (error === null || !error.includes(text("ownNetworkHint"))) return error;
  return (
    <>
      {error} <a href={placeOf(["settings", "network"])}>{text("goToOwnNetwork")}</a>
    </>
  );
}
