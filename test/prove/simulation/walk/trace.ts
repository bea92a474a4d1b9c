import type { Stepped, World } from "../world/world.ts";
import { t0 } from "../world/world.ts";
import type { Answer, What } from "./walk.types.ts";

/** Writes a walk line by line, for a reader. */
export class Trace {
  readonly lines: string[] = [];
  #world: World | null = null;
  #lastAt = "";

  follow(world: World): void {
    this.#world = world;
  }

  happening({ kind, ...rest }: What): void {
    const facts = Object.values(rest).map((fact) => String(fact));
    const names = Object.keys(rest).map((name, index) => `${name} ${facts[index]}`);
    this.#say(kind + (names.length === 0 ? "" : ` (${names.join(", ")})`));
  }

  note(text: string): void {
    this.#say(text);
  }

  stepped({ key, event, before, after }: Stepped): void {
    const way = before === after ? after : `${before ?? "new"} -> ${after}`;
    const failure = "failure" in event && typeof event.failure === "object" ? event.failure : null;
    const deadline = event.type === "deadline.reached" ? ` "${event.id}"` : "";
    this.#say(`    ${key}: ${event.type}${deadline}${failure === null ? "" : ` (${failure.kind})`}: ${way}`);
  }

  attempt(side: "bot" | "customer", what: string, id: string, attempt: number, { kind, afterMs }: Answer): void {
    const outcome = kind === "never" ? "no answer" : `${kind} after ${afterMs} ms`;
    this.#say(`    => ${side}: ${what} (${id}, attempt ${attempt}); will be: ${outcome}`);
  }

  /** Adds a line. The line has a time only if the time has changed since the previous line. */
  #say(text: string): void {
    const seconds = (((this.#world?.nowMs ?? t0) - t0) / 1_000).toFixed(3);
    const at = `${`+${seconds}`.padStart(10)} s`;
    this.lines.push(`${at === this.#lastAt ? " ".repeat(at.length) : at}  ${text}`);
    this.#lastAt = at;
  }
}
