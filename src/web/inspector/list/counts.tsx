import type { JSX } from "preact";
import { currentLocale } from "../../shared/language/texts.ts";
import type { Counted } from "../data/actor-counts.ts";
import type { Narrowing } from "../data/actor-query.ts";
import { toFilters } from "../data/actor-query.ts";
import { StateWord } from "../parts/state-word.tsx";
import { kindWords } from "../parts/tone.ts";
import { addressOf, route } from "../shell/route.ts";

interface CountsProps {
  readonly of: Counted;
  readonly narrowing: Narrowing;
}

/** The numbers of actors by kind and state. Each number leads to its actors. */
export function Counts({ of: { counts = [], cutKinds = [] }, narrowing }: CountsProps): JSX.Element {
  const link = (kind: string, state: string) => ({
    class: "row",
    href: addressOf(route.value.place, toFilters({ ...narrowing, kind, state })),
    "aria-current": narrowing.kind === kind && narrowing.state === state ? ("true" as const) : undefined,
  });
  const kinds = kindWords.map(([kind, words]) => {
    const states = counts.filter((one) => one.kind === kind);
    return { kind, words, states, count: sumOf(states), isCut: cutKinds.includes(kind) };
  });
  return (
    <nav class="counts" aria-label="Counts">
      <ul>
        <li>
          <a {...link("", "")}>
            All <Count of={sumOf(counts)} isCut={cutKinds.length > 0} />
          </a>
        </li>
        {kinds
          .filter(({ count }) => count > 0)
          .map(({ kind, words, states, count, isCut }) => (
            <li key={kind}>
              <a {...link(kind, "")}>
                {words} <Count of={count} isCut={isCut} />
              </a>
              <ul>
                {[...states]
                  .sort((one, other) => other.count - one.count)
                  .map((one) => (
                    <li key={one.state}>
                      <a {...link(kind, one.state)}>
                        <StateWord state={one.state} /> <Count of={one.count} isCut={false} />
                      </a>
                    </li>
                  ))}
              </ul>
            </li>
          ))}
      </ul>
      {cutKinds.length > 0 && <p class="help">Of a kind with a plus, only the newest are counted.</p>}
    </nav>
  );
}

const sumOf = (counted: NonNullable<Counted["counts"]>): number => counted.reduce((sum, { count }) => sum + count, 0);

const Count = ({ of, isCut }: { readonly of: number; readonly isCut: boolean }): JSX.Element => (
  <span class="number">
    {of.toLocaleString(currentLocale())}
    {isCut && "+"}
  </span>
);
