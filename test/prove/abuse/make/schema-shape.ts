/** The parts of a schema that are read here, for any library. */
export interface SchemaShape {
  readonly type?: string | undefined;
  readonly const?: unknown;
  readonly enum?: readonly unknown[] | undefined;
  readonly anyOf?: readonly SchemaShape[] | undefined;
  readonly allOf?: readonly SchemaShape[] | undefined;
  readonly oneOf?: readonly SchemaShape[] | undefined;
  readonly properties?: Readonly<Record<string, SchemaShape>> | undefined;
  readonly patternProperties?: Readonly<Record<string, SchemaShape>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: SchemaShape | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly pattern?: string | undefined;
}

/** Returns the schema of a key or an entry; an empty one if the schema does not describe it. */
export function childShape(shape: SchemaShape, key: string | number): SchemaShape {
  if (typeof key === "number") return shape.items ?? insideAny(shape, ({ items }) => items) ?? {};
  return shape.properties?.[key] ?? insideAny(shape, ({ properties }) => properties?.[key]) ?? {};
}

function insideAny(shape: SchemaShape, find: (one: SchemaShape) => SchemaShape | undefined): SchemaShape | undefined {
  for (const one of [...(shape.anyOf ?? []), ...(shape.allOf ?? [])]) {
    const found = find(one) ?? insideAny(one, find);
    if (found !== undefined) return found;
  }
  return undefined;
}
