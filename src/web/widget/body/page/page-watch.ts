import { urlLengthMax } from "../../../../codec/text/url-length.ts";
import { createTimer } from "../../../shared/live/timer.ts";
import type { Environment } from "../environment.types.ts";

export type Page = ReturnType<Environment["page"]>;

/** Watches the address and the title of the page that the visitor sees. Source: WJ-05. */
export interface PageWatch {
  /** Returns `undefined` if the address is too long for the service. */
  page(): Page | undefined;
  /** Uses the title and address that the page gives, until its address changes. Source: WJ-30. */
  tell(title: string, url: string | null): void;
  stop(): void;
}

const titleLengthMax = 255;
/** The wait for the new title, because a page sets its title after its address. */
const titleAfterMs = 500;

export function watchPage({
  environment,
  moved,
  report,
}: {
  readonly environment: Environment;
  /** Called at once after a change of the address. */
  moved(): void;
  /** Called after a change of the address, when the page has had time to set its title. */
  report(page: Page): void;
}): PageWatch {
  const timer = createTimer(environment);
  let address = environment.page().url;
  let reported: Page | null = null;
  const page = (): Page | undefined => {
    const { url, title } = reported ?? environment.page();
    return url.length > urlLengthMax ? undefined : { url, title: title.slice(0, titleLengthMax) };
  };
  const tell = (): void => {
    const present = page();
    if (present !== undefined) report(present);
  };
  const stop = environment.on("address", () => {
    const { url } = environment.page();
    if (url === address) return;
    address = url;
    reported = null;
    timer.set(titleAfterMs, tell);
    moved();
  });
  return {
    page,
    tell(title, url) {
      reported = { title, url: url ?? address };
      timer.stop();
      tell();
    },
    stop() {
      stop();
      timer.stop();
    },
  };
}
