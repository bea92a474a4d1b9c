import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { chartPicture, readChartFile } from "./chart-picture.ts";
import { saveText } from "./save.ts";

interface ChartPictureProps {
  /** The name of the file without its extension. */
  readonly name: string;
  /** The chart on the page. */
  readonly chart: SVGSVGElement;
  /** The hash of the chart's definition. */
  readonly hash: string;
}

/** Saves the chart of an actor with its current highlights. */
export function ChartPicture({ name, chart, hash }: ChartPictureProps): JSX.Element {
  const failure = useSignal<string | null>(null);
  const save = async (): Promise<void> => {
    failure.value = null;
    try {
      failure.value = await saveText(name, ".svg", chartPicture(chart, await readChartFile(hash)));
    } catch (error) {
      failure.value = error instanceof Error ? error.message : String(error);
    }
  };
  return (
    <div class="chart-picture">
      <button type="button" onClick={() => void save()}>
        Save picture
      </button>
      {failure.value !== null && (
        <span class="error" role="alert">
          {failure.value}
        </span>
      )}
    </div>
  );
}
