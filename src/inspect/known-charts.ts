import { LRUCache } from "lru-cache";
import type { ChartForm, ChartModel } from "../charts/chart.types.ts";
import { chartModelOfDefinition } from "../charts/chart-definition.ts";
import { isBig } from "../charts/chart-fold.ts";
import { hashOfChart } from "../charts/chart-hash.ts";
import { chartModelOf } from "../charts/chart-model.ts";
import type { ActorKind } from "../core/ids.ts";
import { actors } from "../domain/actors.ts";

interface NamedChart {
  /** `null` for a definition that is not a machine, or that is too big to draw. */
  readonly hash: string | null;
  /** The hash of the folded picture, `null` for a small chart. */
  readonly foldedHash: string | null;
  readonly model: ChartModel | null;
}

/** The hashes of the pictures of one chart. */
export interface ChartHashes {
  readonly chart: string | null;
  readonly chartFolded: string | null;
}

/** The total size of all kept definitions of other programs and their charts. */
const charactersMax = 16 * 1024 * 1024;

/** Charts by the hashes of their pictures. */
export class KnownCharts {
  readonly #own = new Map<ActorKind, NamedChart>();
  readonly #outside = new LRUCache<string, NamedChart>({
    maxSize: charactersMax,
    sizeCalculation: ({ model }, definition) => 1 + definition.length + JSON.stringify(model).length,
  });

  hashesOf(kind: ActorKind): ChartHashes {
    return toHashes(this.#ownChart(kind));
  }

  hashesOfDefinition(definition: string): ChartHashes {
    const known = this.#outside.get(definition);
    if (known !== undefined) return toHashes(known);
    const model = chartModelOfDefinition(definition);
    const chart = model.ok ? toNamed(model.value) : { hash: null, foldedHash: null, model: null };
    this.#outside.set(definition, chart);
    return toHashes(chart);
  }

  /** Returns `null` for an unknown hash. */
  find(hash: string): { readonly model: ChartModel; readonly form: ChartForm } | null {
    const own = (Object.keys(actors) as ActorKind[]).map((kind) => this.#ownChart(kind));
    const found = [...own, ...this.#outside.values()].find((chart) => chart.hash === hash || chart.foldedHash === hash);
    if (found === undefined || found.model === null) return null;
    return { model: found.model, form: found.hash === hash ? "unfolded" : "folded" };
  }

  #ownChart(kind: ActorKind): NamedChart {
    const chart = this.#own.get(kind) ?? toNamed(chartModelOf(actors[kind].machine));
    this.#own.set(kind, chart);
    return chart;
  }
}

const toNamed = (model: ChartModel): NamedChart => ({
  hash: hashOfChart(model),
  foldedHash: isBig(model) ? hashOfChart(model, "folded") : null,
  model,
});
const toHashes = ({ hash, foldedHash }: NamedChart): ChartHashes => ({ chart: hash, chartFolded: foldedHash });
