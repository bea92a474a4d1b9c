import type { AgentFile } from "./scripted-agent.ts";

/** The files that the scripted agent can send. */
export const receipt: AgentFile = {
  name: "receipt-1042.txt",
  contentType: "text/plain",
  content: ["Sample shop", "Receipt for order 1042", "1 bicycle bell, 12.90", "Paid. Thank you!", ""].join("\n"),
};

export const parcelPhoto: AgentFile = {
  name: "parcel.svg",
  contentType: "image/svg+xml",
  content: [
    '<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200" viewBox="0 0 320 200">',
    '<path fill="#dfe7f5" d="M0 0h320v200H0z"/><path fill="#b9c4d9" d="M0 150h320v50H0z"/>',
    '<path fill="#c58f52" d="M100 60h120v100H100z"/><path fill="#a8743b" d="M100 60h120v24H100z"/>',
    '<path fill="#f3e2c4" d="M150 60h20v100h-20z"/><path fill="#fff" d="M182 120h30v24h-30z"/>',
    "</svg>",
  ].join(""),
};
