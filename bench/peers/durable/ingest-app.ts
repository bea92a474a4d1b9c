import { loadPackage } from "./packages.ts";

/** A customer message, as the load sends it. */
export interface IngestBody {
  readonly sender: { readonly id: string; readonly name?: string };
  readonly message: { readonly type: string; readonly text: string; readonly id: string };
}

/** The part of Fastify that is used. Source: fastify.dev, Routes and Server. */
interface Fastify {
  post(
    path: string,
    options: object,
    handler: (request: { readonly params: { readonly channel: string }; readonly body: IngestBody }) => Promise<object>,
  ): void;
  listen(options: { readonly host: string; readonly port: number }): Promise<string>;
}

const text = (maxLength: number): object => ({ type: "string", minLength: 1, maxLength });
const bodySchema = {
  type: "object",
  required: ["sender", "message"],
  properties: {
    sender: {
      type: "object",
      required: ["id"],
      properties: { id: text(255), name: { type: "string", maxLength: 255 } },
    },
    message: {
      type: "object",
      required: ["type", "text", "id"],
      properties: { type: { const: "text" }, text: text(4_096), id: text(255) },
    },
  },
};
const answerSchema = { 200: { type: "object", properties: { result: { type: "string" } } } };

/** Serves the address of a channel; `store` resolves when the message is on the disk. */
export async function serveIngest(
  name: string,
  store: (channel: string, body: IngestBody) => Promise<void> | void,
): Promise<void> {
  const app = loadPackage<() => Fastify>("fastify")();
  const schema = { body: bodySchema, response: answerSchema };
  app.post("/chat-api/:random/:channel", { schema }, async ({ params, body }) => {
    await store(params.channel, body);
    return { result: "ok" };
  });
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  console.log(`${name} ready ${url}`);
}
