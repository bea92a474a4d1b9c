import type { ChartForm, ChartModel } from "../../charts/chart.types.ts";
import type { InspectedActor, InspectedActorDetails, InspectedStep } from "../../codec/inspect/inspected.types.ts";
import type { Clock } from "../../ports/clock.ts";
import type { FrameEncoder, OutsideFacts } from "../frame-encoder.ts";
import type { KnownCharts } from "../known-charts.ts";
import type { OutsideActors } from "../outside-actors.ts";
import type { NodeQuestions } from "./node-questions.ts";

/** Actors of which is known what is told of them at first. */
const actorsMax = 256;
/** Actors of one node that others list, the newest. */
const listedMax = 256;
/** Characters of all that is told at once of those that somebody begins to watch. */
const factsCharactersMax = 1024 * 1024;

interface ElsewhereParts {
  readonly clock: Clock;
  readonly encoder: FrameEncoder;
  readonly questions: NodeQuestions;
  readonly charts: KnownCharts;
  readonly outside: OutsideActors;
}

/** Actors of other programs whose inspectors are connected to other nodes: they are in the memory of those, which are asked. */
export class OutsideElsewhere {
  readonly #parts: ElsewhereParts;
  /** Oldest first. */
  readonly #facts = new Map<string, OutsideFacts>();

  constructor(parts: ElsewhereParts) {
    const { questions, outside, charts } = parts;
    this.#parts = parts;
    questions.onAsked("outside actors", () => outside.list().slice(0, listedMax));
    questions.onAsked("outside actor", (actor) => outside.read(String(actor)));
    questions.onAsked("outside steps", (actor) => outside.steps(String(actor)));
    questions.onAsked("chart", (hash) => charts.find(String(hash)));
  }

  note(facts: OutsideFacts): void {
    this.#facts.delete(facts.actor);
    this.#facts.set(facts.actor, facts);
    const [oldest] = this.#facts.keys();
    if (this.#facts.size > actorsMax && oldest !== undefined) this.#facts.delete(oldest);
  }

  /** The frame that tells of the actor; `null` for one that was not told yet. */
  encode(actor: string, behind: number): string | null {
    const facts = this.#facts.get(actor);
    return facts === undefined ? null : this.#parts.encoder.encodeOutside(facts, this.#parts.clock.nowMs(), behind);
  }

  /** Own ones that are watched elsewhere from now on, for the node where they are. */
  factsOf(isAsked: (actor: string) => boolean): readonly OutsideFacts[] {
    const { outside } = this.#parts;
    const told: OutsideFacts[] = [];
    let characters = 0;
    for (const { actor } of outside.list()) {
      const facts = isAsked(actor) ? outside.facts(actor) : null;
      if (facts === null) continue;
      characters += JSON.stringify(facts).length;
      if (characters > factsCharactersMax) break;
      told.push(facts);
    }
    return told;
  }

  // What the other nodes answer comes from the same program.

  async list(): Promise<readonly InspectedActor[]> {
    const answers = await this.#parts.questions.ask("outside actors", null);
    return answers.flatMap(({ answer }) => (Array.isArray(answer) ? (answer as readonly InspectedActor[]) : []));
  }

  async read(actor: string): Promise<InspectedActorDetails | null> {
    return (await this.#first("outside actor", actor)) as InspectedActorDetails | null;
  }

  async steps(actor: string): Promise<readonly InspectedStep[] | null> {
    return (await this.#first("outside steps", actor)) as readonly InspectedStep[] | null;
  }

  async chart(hash: string): Promise<{ readonly model: ChartModel; readonly form: ChartForm } | null> {
    return (await this.#first("chart", hash)) as { readonly model: ChartModel; readonly form: ChartForm } | null;
  }

  async #first(about: string, value: string): Promise<unknown> {
    return (await this.#parts.questions.ask(about, value))[0]?.answer ?? null;
  }
}
