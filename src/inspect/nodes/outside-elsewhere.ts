import type { ChartForm, ChartModel } from "../../charts/chart.types.ts";
import type { InspectedActor, InspectedActorDetails, InspectedStep } from "../../codec/inspect/inspected.types.ts";
import type { Clock } from "../../ports/clock.ts";
import type { FrameEncoder } from "../frame-encoder.ts";
import type { KnownCharts } from "../known-charts.ts";
import type { OutsideActors } from "../outside-actors.ts";
import type { OutsideFacts } from "./messages.ts";
import type { NodeQuestions } from "./node-questions.ts";

/** Actors whose announcement is cached. */
const actorsMax = 256;
/** Actors of one node that other nodes list: the newest ones. */
const listedMax = 256;
/** Characters of all announcements in one answer, when a node begins to watch. */
const factsCharactersMax = 1024 * 1024;

interface ElsewhereParts {
  readonly clock: Clock;
  readonly encoder: FrameEncoder;
  readonly questions: NodeQuestions;
  readonly charts: KnownCharts;
  readonly outside: OutsideActors;
}

/** Actors of other programs whose inspectors are connected to other nodes. They are in the memory of those nodes, which this class asks. */
export class OutsideElsewhere {
  readonly #parts: ElsewhereParts;
  /** The oldest first. */
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

  /** Returns the frame that announces the actor, `null` for an unknown one. */
  encode(actor: string, behind: number): string | null {
    const facts = this.#facts.get(actor);
    return facts === undefined ? null : this.#parts.encoder.encodeOutside(facts, this.#parts.clock.nowMs(), behind);
  }

  /** Returns this node's actors that another node watches from now on, for that node. */
  factsOf(isAsked: (actor: string) => boolean): readonly OutsideFacts[] {
    const { outside } = this.#parts;
    const watched: OutsideFacts[] = [];
    let characters = 0;
    for (const { actor } of outside.list()) {
      const facts = isAsked(actor) ? outside.facts(actor) : null;
      if (facts === null) continue;
      characters += JSON.stringify(facts).length;
      if (characters > factsCharactersMax) break;
      watched.push(facts);
    }
    return watched;
  }

  // The same program on another node gave the answer, so it needs no check.

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
