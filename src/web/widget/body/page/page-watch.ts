import { createTimer } from "../../../shared/live/timer.ts";
import type { Environment } from "../environment.types.ts";

export type Page = ReturnType<Environment["page"]>;

/** Where the visitor is. Source: WJ-05. */
export interface PageWatch {
  /** `undefined` when the service would not take it. */
  page(): Page | undefined;
  /** The page says so itself, until its address changes. Source: WJ-30. */
  tell(title: string, url: string | null): void;
  stop(): void;
}

const urlLengthMax = 2_048;
const titleLengthMax = 255;
/** A page sets its title after its address. */
const titleAfterMs = 500;

export interface PageWatchParts {
  readonly environment: Environment;
  /** At once. */
  moved(): void;
  /** As soon as the title is there. */
  report(page: Page): void;
}

export function watchPage({ environment, moved, report }: PageWatchParts): PageWatch {
  const timer = createTimer(environment);
  let address = environment.page().url;
  let told: Page | null = null;
  const page = (): Page | undefined => {
    const { url, title } = told ?? environment.page();
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
    told = null;
    timer.set(titleAfterMs, tell);
    moved();
  });
  return {
    page,
    tell(title, url) {
      told = { title, url: url ?? address };
      timer.stop();
      tell();
    },
    stop() {
      stop();
      timer.stop();
    },
  };
}
