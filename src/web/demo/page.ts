import { startCallbackLog } from "./callback-log.ts";
import { prepareCopyLine } from "./copy-line.ts";
import { showFacts } from "./facts.ts";
import { prepareLinks } from "./links.ts";
import { prepareMethodForms } from "./method-forms.ts";

/** The widget has no callback for a change of the mode, so the page polls. */
const lookEveryMs = 500;

let isLoaded = false;
const refresh = (): void => showFacts(isLoaded);
startCallbackLog((name) => {
  isLoaded ||= name === "svc_onLoadCallback";
  refresh();
});
prepareMethodForms(refresh);
prepareLinks(refresh);
prepareCopyLine();
setInterval(refresh, lookEveryMs);
