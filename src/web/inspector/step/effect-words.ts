import { textsOf } from "../../shared/language/texts.ts";
import { effects } from "../texts/en/effects.ts";

const text = textsOf("effects", effects);

const isKnown = (type: string): type is keyof typeof effects => Object.hasOwn(effects, type);

/** The action of an effect in words; its fields are shown beside it. */
export const wordsOfEffect = (type: string): string => (isKnown(type) ? text(type) : type);

export interface ShownEffect {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** One row for each actor that receives a tell; a watched step has all tells in one effect. A tell without receivers is omitted. */
export function linesOfEffects(effects: readonly ShownEffect[]): readonly ShownEffect[] {
  return effects.flatMap((effect) => {
    const { type, ...fields } = effect;
    const tells = fields["tells"];
    if (!Array.isArray(tells)) return [effect];
    return tells.map((tell: unknown) => ({ type, ...(typeof tell === "object" ? tell : { tell }) }));
  });
}
