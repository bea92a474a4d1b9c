import type { ComponentChildren, JSX } from "preact";

interface FactProps {
  readonly label: string;
  /** The source of the fact, if it matters, else empty. */
  readonly note?: string;
  readonly children: ComponentChildren;
}

/** A fact with its label; belongs in a `dl`. */
export const Fact = ({ label, note = "", children }: FactProps): JSX.Element => (
  <div class="fact">
    <dt class="help">{label}</dt>
    <dd>
      {children}
      {note !== "" && <span class="help told-by">{note}</span>}
    </dd>
  </div>
);
