import { textOf } from "../../openapi/media.ts";
import type { Handler, Route } from "../../server/router.ts";
import { answerFile, readFileWish } from "../../web/answer-file.ts";
import { createMadeFiles } from "../../web/made-files.ts";
import { notModified } from "../../web/page-doc.ts";
import { findAdministrator } from "../desk/desk-caller.ts";
import type { InspectParts } from "./inspect-parts.ts";

/**
 * A hash names the same picture forever. `private` keeps it out of shared caches, so that it cannot be read there after a
 * log-out.
 */
const kept = ["Cache-Control", "private, max-age=31536000, immutable"];

/** `GET /api/inspect/charts/{hash}`: the chart of a machine, as SVG without external parts. */
export const inspectedChartRoute = (inspect: InspectParts): Route => ({
  pattern: "/api/inspect/charts/:hash",
  methods: { get: getChart(inspect) },
  docs: {
    get: {
      id: "inspectChart",
      summary: "Returns a chart as SVG. The details of an actor name the chart.",
      tag: "Inspector",
      access: "administrator",
      answer: { status: 200, description: "The picture, the same for ever.", media: textOf("image/svg+xml") },
      otherAnswers: [notModified],
      failures: ["not_found"],
    },
  },
});

function getChart(inspect: InspectParts): Handler {
  const pictures = createMadeFiles("image/svg+xml");
  return async (exchange, [hash = ""]) => {
    if (findAdministrator(inspect, exchange) === null) return;
    const wish = readFileWish(exchange);
    // A chart from another program may take long, because other charts may be in the queue.
    const drawn = await exchange.untimed(inspect.inspector.readChart(hash));
    if (!drawn.ok) return exchange.answerFailure(drawn.failure);
    exchange.answerHeaders = [];
    const picture = pictures(hash, () => drawn.value);
    answerFile(exchange, picture, kept, wish);
  };
}
