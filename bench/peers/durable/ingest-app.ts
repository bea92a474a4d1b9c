import { createApp, objectOf, serve, text } from "../fastify.ts";

/** A customer message, as the load sends it. */
export interface IngestBody {
  readonly sender: { readonly id: string; readonly name?: string };
  readonly message: { readonly type: string; readonly text: string; readonly id: string };
}

const schema = {
  body: {
    type: "object",
    required: ["sender", "message"],
    properties: {
      sender: {
        type: "object",
        required: ["id"],
        properties: { id: text(255), name: { type: "string", maxLength: 255 } },
      },
      message: objectOf({ type: { const: "text" }, text: text(4_096), id: text(255) }),
    },
  },
  response: { 200: { type: "object", properties: { result: { type: "string" } } } },
};

/** Serves the address of a channel; `store` resolves when the message is on the disk. */
export async function serveIngest(
  name: string,
  store: (channel: string, body: IngestBody) => Promise<void> | void,
): Promise<void> {
  const app = createApp();
  app.post<IngestBody>("/chat-api/:random/:channel", { schema }, async ({ params, body }) => {
    await store(params["channel"] ?? "", body);
    return { result: "ok" };
  });
  await serve(name, app);
}
