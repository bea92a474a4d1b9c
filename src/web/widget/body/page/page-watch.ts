import { createTimer } from "../../../shared/live/timer.ts";
import type { Surroundings } from "../surroundings.types.ts";

export type Page = ReturnType<Surroundings["page"]>;

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
  readonly surroundings: Surroundings;
  /** At once. */
  moved(): void;
  /** As soon as the title is there. */
  report(page: Page): void;
}

export function watchPage({ surroundings, moved, report }: PageWatchParts): PageWatch {
  const timer = createTimer(surroundings);
  let address = surroundings.page().url;
  let told: Page | null = null;
  const page = (): Page | undefined => {
    const { url, title } = told ?? surroundings.page();
    return url.length > urlLengthMax ? undefined : { url, title: title.slice(0, titleLengthMax) };
  };
  const tell = (): void => {
    const present = page();
    if (present !== undefined) report(present);
  };
  const stop = surroundings.on("address", () => {
    const { url } = surroundings.page();
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
