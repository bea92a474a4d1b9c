import type { AgentFile } from "./scripted-agent.ts";

/** The files that the scripted agent can send. */
export const receipt: AgentFile = {
  name: "receipt-1042.txt",
  contentType: "text/plain",
  content: ["Sample shop", "Receipt for order 1042", "1 bicycle bell, 12.90", "Paid. Thank you!", ""].join("\n"),
};

/** A drawing of a parcel, 320 by 200 px. */
export const parcelPhoto: AgentFile = {
  name: "parcel.webp",
  contentType: "image/webp",
  content: Buffer.from(
    "UklGRnoAAABXRUJQVlA4TG0AAAAvP8ExAC+gkJEkxp/tLO6+OVQNtQAQMAKd+ePEsUAiCzChGOwo40igt/mP/5enGRQA+QqKIkmNsIAFLGABC/h3kzuvayL6PwGK//H/" +
      "lT3bW2G2Z1jRviTa47/XhtQCr6Ynik84l2/xfob/vzMBAA==",
    "base64",
  ),
};
