import type { Check, Verdict } from "../scenario.types.ts";

/** Shows what a peer lost; this is no defect of the service. The first of its mistakes is enough. */
export const showProof = ({ name, detail, mistakes }: Check): Verdict => ({
  name,
  target: "none",
  measured: mistakes.length === 0 ? detail : `WRONG: ${mistakes[0]}${mistakes.length > 1 ? "; and more" : ""}`,
  isMet: null,
});
