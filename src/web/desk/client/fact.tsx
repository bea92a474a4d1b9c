import type { ComponentChildren, JSX } from "preact";

interface FactProps {
  readonly label: string;
  /** Where it is known from, when that matters; empty when not. */
  readonly note?: string;
  readonly children: ComponentChildren;
}

/** Something known, with its name beside it; belongs in a `dl`. */
export const Fact = ({ label, note = "", children }: FactProps): JSX.Element => (
  <div class="fact">
    <dt class="help">{label}</dt>
    <dd>
      {children}
      {note !== "" && <span class="help told-by">{note}</span>}
    </dd>
  </div>
);
