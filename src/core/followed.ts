import { isDeepStrictEqual } from "node:util";

interface Closable {
  close(): Promise<void>;
}

/** A part that depends on settings, recreated when they change. */
export interface Followed<Part> {
  /** Does the work with the part for the present settings; a part that was replaced is closed when all its work has ended. */
  use<Value>(work: (part: Part) => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

interface Held<Settings, Part> {
  readonly settings: Settings;
  readonly part: Part;
  running: number;
}

/** `settingsNow` is called before each work; `create` must not fail for settings that were checked. */
export function createFollowed<Settings, Part extends Closable>(
  settingsNow: () => Settings,
  create: (settings: Settings) => Part,
): Followed<Part> {
  const hold = (settings: Settings): Held<Settings, Part> => ({ settings, part: create(settings), running: 0 });
  let held = hold(settingsNow());
  const replaced = new Set<Held<Settings, Part>>();
  const closeIdle = async (one: Held<Settings, Part>): Promise<void> => {
    if (one.running > 0 || !replaced.delete(one)) return;
    await one.part.close();
  };
  const follow = async (): Promise<void> => {
    const settings = settingsNow();
    if (settings === held.settings || isDeepStrictEqual(settings, held.settings)) return;
    const old = held;
    held = hold(settings);
    replaced.add(old);
    await closeIdle(old);
  };
  return {
    async use(work) {
      await follow();
      const one = held;
      one.running += 1;
      try {
        return await work(one.part);
      } finally {
        one.running -= 1;
        await closeIdle(one);
      }
    },
    async close() {
      await Promise.all([held, ...replaced].map(({ part }) => part.close()));
    },
  };
}
