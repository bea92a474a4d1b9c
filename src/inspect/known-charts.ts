import { LRUCache } from "lru-cache";
import type { ChartModel } from "../charts/chart.types.ts";
import { chartModelOfDefinition } from "../charts/chart-definition.ts";
import { hashOfChart } from "../charts/chart-hash.ts";
import { chartModelOf } from "../charts/chart-model.ts";
import type { ActorKind } from "../core/ids.ts";
import { definitions } from "../runtime/definitions.ts";

interface NamedChart {
  /** `null` for what is no machine, or is too big to be drawn. */
  readonly hash: string | null;
  readonly model: ChartModel | null;
}

/** Characters of definitions from outside, and of their charts, that are kept in all. */
const charactersMax = 16 * 1024 * 1024;

/** Charts by the names under which their pictures are asked for. */
export class KnownCharts {
  readonly #own = new Map<ActorKind, NamedChart>();
  readonly #outside = new LRUCache<string, NamedChart>({
    maxSize: charactersMax,
    sizeCalculation: ({ model }, definition) => 1 + definition.length + JSON.stringify(model).length,
  });

  hashOf(kind: ActorKind): string | null {
    return this.#ownChart(kind).hash;
  }

  hashOfDefinition(definition: string): string | null {
    const known = this.#outside.get(definition);
    if (known !== undefined) return known.hash;
    const model = chartModelOfDefinition(definition);
    const chart = model.ok ? toNamed(model.value) : { hash: null, model: null };
    this.#outside.set(definition, chart);
    return chart.hash;
  }

  /** `null` for a name that nothing has that was asked for. */
  find(hash: string): ChartModel | null {
    const own = Object.values(definitions).map(({ kind }) => this.#ownChart(kind));
    return [...own, ...this.#outside.values()].find((chart) => chart.hash === hash)?.model ?? null;
  }

  #ownChart(kind: ActorKind): NamedChart {
    const chart = this.#own.get(kind) ?? toNamed(chartModelOf(definitions[kind].machine));
    this.#own.set(kind, chart);
    return chart;
  }
}

const toNamed = (model: ChartModel): NamedChart => ({ hash: hashOfChart(model), model });
