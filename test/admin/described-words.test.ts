import t from "tap";
import { startService } from "../harness/service.ts";

type Json = Readonly<Record<string, unknown>>;

const methods = new Set(["get", "post", "put", "patch", "delete", "options"]);
const entriesOf = (value: unknown): readonly (readonly [string, Json])[] => Object.entries(Object(value));
const isBlank = (value: unknown): boolean => typeof value !== "string" || value.trim() === "";

/** Finds fields without a description; a field that refers to an object may leave the description to the object. */
function silentFields(value: unknown, named: Json, place: string): readonly string[] {
  if (typeof value !== "object" || value === null) return [];
  return entriesOf(value).flatMap(([key, part]) => {
    const inner = silentFields(part, named, `${place}/${key}`);
    // Examples are data, and a field can have the name `properties`.
    if (key === "examples" || key === "example") return [];
    if (key !== "properties" || place.endsWith("/properties")) return inner;
    const silent = entriesOf(part).filter(([, field]) => {
      const object =
        named[
          String(field["$ref"] ?? "")
            .split("/")
            .at(-1) ?? ""
        ];
      return isBlank(field["description"]) && isBlank(Object(object)["description"]) && !("const" in field);
    });
    return [...silent.map(([name]) => `${place}/${name}`), ...inner];
  });
}

const read = async (url: string) => Object(await (await fetch(url)).json());

t.test(
  "the documents for machines describe the purpose of each operation, parameter, event, frame and field",
  async (t) => {
    const { url } = await startService(t);
    const api = await read(`${url}/openapi.json`);
    const silent = [api.paths, api.webhooks].flatMap((places) =>
      entriesOf(places).flatMap(([place, item]) =>
        entriesOf(item)
          .filter(([method, { summary }]) => methods.has(method) && isBlank(summary))
          .map(([method]) => `${method} ${place}`),
      ),
    );
    t.strictSame(silent, [], "operations and events");
    t.strictSame(
      entriesOf(api.webhooks)
        .filter(([, { post }]) => isBlank(Object(post).description))
        .map(([name]) => name),
      [],
      "every event describes its moment",
    );
    const parameters = JSON.stringify(api, (_key, value) =>
      ["path", "query", "header"].includes(value?.in) && isBlank(value.description)
        ? "a parameter that says nothing"
        : value,
    );
    t.notMatch(parameters, "a parameter without a description");
    t.strictSame(silentFields(api, api.components.schemas, ""), [], "fields of the interface");

    const sockets = await read(`${url}/asyncapi.json`);
    const frames = entriesOf(sockets.components.messages);
    t.ok(frames.length > 40, "frames exist");
    t.strictSame(
      frames.filter(([, { summary, description }]) => isBlank(summary) || isBlank(description)).map(([name]) => name),
      [],
      "frames",
    );
    t.strictSame(silentFields(sockets, sockets.components.schemas, ""), [], "fields of frames");
  },
);
