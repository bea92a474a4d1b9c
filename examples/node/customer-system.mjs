// A customer system: prints what agents reply, and sends what you type as Ann.
import { createServer } from "node:http";
import { createInterface } from "node:readline";
import { json } from "node:stream/consumers";

const { ENDPOINT, PORT = "9090" } = process.env;
const bodyBytesMax = 262_144;

createServer(async (request, response) => {
  const isSmall = Number(request.headers["content-length"]) <= bodyBytesMax;
  const { sender, message } = isSmall ? await json(request).catch(() => ({})) : {};
  if (message === undefined) return response.writeHead(400).end();
  if (message.type === "text") console.log(`${sender.name}: ${message.text}`);
  else console.log(`${sender.name} (${message.type}) ${message.file ?? ""}`);
  response.setHeader("Content-Type", "application/json").end('{"result":"ok"}');
}).listen(Number(PORT), "127.0.0.1");

createInterface({ input: process.stdin }).on("line", async (text) => {
  const body = JSON.stringify({ sender: { id: 7, name: "Ann" }, message: { type: "text", text } });
  const answer = await fetch(ENDPOINT, { method: "POST", body });
  console.log(answer.status, await answer.text());
});
