interface Document {
  readonly tags: unknown;
  readonly paths: object;
  readonly components: Readonly<Record<string, object>>;
}

/** The text of the copy of `/openapi.json` that the pages are made of: a line for each address and each component, so that a change is easy to read. */
export function apiCopyOf({
  tags,
  paths,
  components: { schemas = {}, parameters = {}, responses = {} },
}: Document): string {
  const lines = (all: object): string =>
    Object.entries(all)
      .map(([name, part]) => `${JSON.stringify(name)}:${JSON.stringify(part)}`)
      .join(",\n");
  const components = Object.entries({ schemas, parameters, responses }).map(
    ([kind, all]) => `${JSON.stringify(kind)}:{\n${lines(all)}\n}`,
  );
  return `{"tags":${JSON.stringify(tags)},\n"paths":{\n${lines(paths)}\n},\n"components":{${components.join(",\n")}}}\n`;
}
