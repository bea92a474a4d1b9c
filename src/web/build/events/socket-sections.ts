import { anchor, objectAnchor } from "./anchors.ts";
import type { Entry, Section } from "./entry.types.ts";
import { fieldRows } from "./field-rows.ts";
import type { Schemas, SocketsDocument } from "./schema.types.ts";

const directions = [
  { key: "received", title: (address: string) => `Frames that you send to ${address}` },
  { key: "sent", title: (address: string) => `Frames that you receive from ${address}` },
] as const;

/** The frames of each socket, by direction. */
export const socketSections = ({ channels, components }: SocketsDocument): readonly Section[] =>
  Object.entries(channels).flatMap(([socket, { address, description }]) =>
    directions.map(({ key, title }, index) => ({
      id: anchor(socket, key),
      title: title(address),
      about: index === 0 ? [description] : [],
      entries: Object.entries(components.messages)
        .filter(([name]) => name.startsWith(`${socket}-${key}-`))
        .map(([id, { name, summary, description: when, payload, examples }]) => ({
          id: anchor(id),
          name,
          summary,
          when,
          rows: fieldRows(payload, components.schemas),
          example: examples[0]?.payload,
        })),
    })),
  );

/** The section of objects that events and frames refer to by name. */
export const objectSection = (schemas: Schemas): Section => ({
  id: "objects",
  title: "Objects",
  about: ["Several events and frames have these objects. The tables above link to them."],
  entries: Object.entries(schemas)
    .map(
      ([name, schema]): Entry => ({
        id: objectAnchor(name),
        name,
        summary: schema.description ?? "",
        rows: fieldRows(schema, schemas),
      }),
    )
    .sort((one, other) => (one.name < other.name ? -1 : 1)),
});
