import type { JSX } from "preact";
import { english } from "../parts/english.ts";
import { wholeOf } from "./difference.ts";
import { Tree } from "./tree.tsx";
import { Value } from "./value.tsx";

interface FieldsProps {
  readonly of: Readonly<Record<string, unknown>>;
}

/** The fields of an event or an effect, without its type. */
export function Fields({ of }: FieldsProps): JSX.Element | null {
  const fields = Object.entries(of).filter(([name]) => name !== "type");
  if (fields.length === 0) return null;
  return (
    <dl class="fields">
      {fields.map(([name, value]) => (
        <div key={name}>
          <dt {...english}>{name}</dt>
          <dd>
            {isFlat(value) ? <Value name={name} value={value} /> : <Tree of={wholeOf("", value)} isOpen={false} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isFlat = (value: unknown): boolean => typeof value !== "object" || value === null;
