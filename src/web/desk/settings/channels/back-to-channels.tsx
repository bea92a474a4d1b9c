import type { JSX } from "preact";
import { Icon } from "../../../shared/parts/icon.tsx";
import { placeOf } from "../../shell/route.ts";

export const BackToChannels = (): JSX.Element => (
  <a class="back-link" href={placeOf(["settings", "channels"])}>
    <Icon name="back" />
    All channels
  </a>
);
