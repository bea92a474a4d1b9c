import type { Check, Verdict } from "../scenario.types.ts";

/** What a peer lost is shown, and is no defect of the service. The first of its mistakes tells enough. */
export const showProof = ({ name, detail, mistakes }: Check): Verdict => ({
  name,
  target: "none",
  measured: mistakes.length === 0 ? detail : `WRONG: ${mistakes[0]}${mistakes.length > 1 ? "; and more" : ""}`,
  isMet: null,
});
