import { createRequire } from "node:module";
import { join } from "node:path";

/** Loads a package from the folder in the first argument: the peers' packages are not in the checkout. */
export function loadPackage<Exports>(name: string): Exports {
  const [, , folder = ""] = process.argv;
  return createRequire(join(folder, "package.json"))(name) as Exports;
}

/** The part of Fastify that is used. Source: fastify.dev, Routes, Reply and Server. */
interface Fastify {
  post<Body>(
    path: string,
    options: object,
    handler: (
      request: { readonly params: Readonly<Record<string, string>>; readonly body: Body },
      reply: { code(status: number): void },
    ) => Promise<object>,
  ): void;
  listen(options: { readonly host: string; readonly port: number }): Promise<string>;
}

export const createApp = (): Fastify => loadPackage<() => Fastify>("fastify")();

export async function serve(name: string, app: Fastify): Promise<void> {
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  console.log(`${name} ready ${url}`);
}

/** Returns the JSON Schema of an object whose fields are all required. */
export const objectOf = (properties: Readonly<Record<string, object>>): object => ({
  type: "object",
  required: Object.keys(properties),
  properties,
});

export const text = (maxLength: number): object => ({ type: "string", minLength: 1, maxLength });
