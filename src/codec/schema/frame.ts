import type { Static, TObject, TProperties, TSchema } from "typebox";
import Type from "typebox";
import type { SchemaParser } from "./schema.ts";
import { createSchemaParser } from "./schema.ts";
import { about } from "./schema-parts.ts";

/** What a reader of `/asyncapi.json` needs to know about a frame besides its fields. */
export interface FrameAbout<Example> {
  /** The purpose, in one sentence. */
  readonly summary: string;
  /** When the frame is sent. */
  readonly when: string;
  /** A complete frame, where one that is made from the schema would mislead. */
  readonly example?: Example;
}

/** One frame of a socket. Its schema gives its type, checks it when it is received, and describes it. */
export interface FrameDefinition<Schema extends TSchema = TSchema> extends FrameAbout<Static<Schema>> {
  readonly schema: Schema;
}

/** The frames of a socket in one direction, by their type. */
export type FrameDefinitions = Readonly<Record<string, FrameDefinition>>;

/** Every frame of one direction. */
export type FrameOf<Frames extends FrameDefinitions> = {
  [Name in keyof Frames]: Static<Frames[Name]["schema"]>;
}[keyof Frames];

/** Every frame of one direction, as the service sends it. */
export type SentFrameOf<Frames extends FrameDefinitions> = {
  [Name in keyof Frames]: Sent<Frames[Name]["schema"]>;
}[keyof Frames];

/** The value of a schema as it is sent: nobody changes it. */
export type Sent<Schema extends TSchema> = DeepReadonly<Static<Schema>>;

type DeepReadonly<Value> = Value extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : Value extends object
    ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
    : Value;

/** A frame that the service receives; the fields follow its type. */
export function received<Name extends string, Fields extends TProperties>(
  type: Name,
  fields: Fields,
  facts: FrameAbout<Static<TObject<Fields>>>,
) {
  const schema = Type.Object({ type: Type.Literal(type, about(`"${type}"`, "The type of the frame.")), ...fields });
  return { ...facts, schema, ...exampleOf(type, facts) };
}

/** A frame that the service sends; the fields follow its type. */
export function sent<Name extends string, Fields extends TProperties>(
  type: Name,
  fields: Fields,
  facts: FrameAbout<Static<TObject<Fields>>>,
) {
  const closed = { additionalProperties: false, description: facts.summary };
  const schema = Type.Object({ type: Type.Literal(type), ...fields }, closed);
  return { ...facts, schema, ...exampleOf(type, facts) };
}

const exampleOf = (type: string, { example }: FrameAbout<object>) =>
  example === undefined ? {} : { example: { type, ...example } };

/** The parsers of frames, by their type. A failure is `invalid_request` and names the field. */
export const frameParsers = (frames: FrameDefinitions): ReadonlyMap<unknown, SchemaParser<TSchema>> =>
  new Map(Object.entries(frames).map(([type, { schema }]) => [type, createSchemaParser(schema, "The frame")]));
