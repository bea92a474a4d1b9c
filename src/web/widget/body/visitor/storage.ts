import type { Keep } from "../environment.types.ts";

type Storing = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Storage may be forbidden or full: then the next best keeps it, at last the page for as long as it lives. */
export function keepIn(storage: () => Storing, nextBest = inMemory()): Keep {
  return {
    read: (name) => attempt(() => storage().getItem(name)) ?? nextBest.read(name),
    write(name, text) {
      const isKept = attempt(() => {
        if (text === null) storage().removeItem(name);
        else storage().setItem(name, text);
        return true;
      });
      nextBest.write(name, isKept ? null : text);
    },
  };
}

/** What was kept as JSON. */
export const parse = <Value>(text: string | null, otherwise: Value): Value =>
  attempt((): Value | null => JSON.parse(text ?? "null")) ?? otherwise;

function attempt<Value>(run: () => Value): Value | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

function inMemory(): Keep {
  const texts = new Map<string, string>();
  return {
    read: (name) => texts.get(name) ?? null,
    write: (name, text) => void (text === null ? texts.delete(name) : texts.set(name, text)),
  };
}

const yearSeconds = 31_536_000;

const bake = (name: string, text: string, seconds: number): void => {
  // biome-ignore lint/suspicious/noDocumentCookie: the store that replaces it is not there in every browser, and answers later.
  document.cookie = `${name}=${encodeURIComponent(text)};path=/;samesite=lax;max-age=${seconds}`;
};

/** The site's own cookies, where its storage is closed. */
export const cookieStorage: Storing = {
  getItem(name) {
    const cookie = document.cookie.split("; ").find((one) => one.startsWith(`${name}=`));
    return cookie === undefined ? null : decodeURIComponent(cookie.slice(name.length + 1));
  },
  setItem(name, text) {
    bake(name, text, yearSeconds);
    if (cookieStorage.getItem(name) !== text) throw new Error("Cookies are refused.");
  },
  removeItem(name) {
    if (cookieStorage.getItem(name) !== null) bake(name, "", 0);
  },
};
