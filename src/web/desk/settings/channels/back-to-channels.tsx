import type { JSX } from "preact";
import { textsOf } from "../../../shared/language/texts.ts";
import { Icon } from "../../../shared/ui/icon.tsx";
import { placeOf } from "../../shell/route.ts";
import { settingsChannels } from "../../texts/en/settings-channels.ts";

const text = textsOf("settings-channels", settingsChannels);

export const BackToChannels = (): JSX.Element => (
  <a class="back-link" href={placeOf(["settings", "channels"])}>
    <Icon name="back" />
    {text("allChannels")}
  </a>
);
