import type { Keep } from "../environment.types.ts";

/** What the browser's storage and the cookies have in common. */
interface Storing {
  getItem(name: string): string | null;
  setItem(name: string, text: string): void;
  removeItem(name: string): void;
}

/** Storage may be forbidden or full. In that case `nextBest` stores the text; the last choice is the page's memory, until the page ends. */
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

const { parse: read } = JSON;

/** Returns the value of a JSON text, or `otherwise` if there is none. */
export const parse = <Value>(text: string | null, otherwise: Value): Value =>
  attempt((): Value | null => read(text ?? "null")) ?? otherwise;

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
  // biome-ignore lint/suspicious/noDocumentCookie: the newer cookie store is missing in some browsers and is asynchronous.
  document.cookie = `${name}=${encodeURIComponent(text)};path=/;samesite=lax;max-age=${seconds}`;
};

/** Stores texts in the site's own cookies, for browsers that forbid the storage. */
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
