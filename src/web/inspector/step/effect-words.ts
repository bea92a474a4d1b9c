import { textsOf } from "../../shared/language/texts.ts";
import { effects } from "../texts/en/effects.ts";

const text = textsOf("effects", effects);

const isKnown = (type: string): type is keyof typeof effects => Object.hasOwn(effects, type);

/** What an effect does, in words; its fields stand beside it. */
export const wordsOfEffect = (type: string): string => (isKnown(type) ? text(type) : type);

export interface ShownEffect {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** One line for each actor that is told something: what was watched has them in one effect. A tell to nobody is left out. */
export function linesOfEffects(effects: readonly ShownEffect[]): readonly ShownEffect[] {
  return effects.flatMap((effect) => {
    const { type, ...fields } = effect;
    const tells = fields["tells"];
    if (!Array.isArray(tells)) return [effect];
    return tells.map((tell: unknown) => ({ type, ...(typeof tell === "object" ? tell : { tell }) }));
  });
}
