// A receiver of webhooks: checks the signature, prints each event once, and answers chat_accepted with data for the agent.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

const { SIGNING_SECRET, PORT = "9092" } = process.env;
const bodyBytesMax = 4_194_304;
const key = Buffer.from(SIGNING_SECRET.replace("whsec_", ""), "base64");
const seen = new Set(); // In a real receiver: a table, so that a restart forgets no id.

function isOurs({ "webhook-id": id, "webhook-timestamp": at, "webhook-signature": signatures = "" }, body) {
  const ours = Buffer.from(`v1,${createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64")}`);
  const isEqual = (one) => one.length === ours.length && timingSafeEqual(one, ours);
  return Math.abs(Date.now() / 1000 - at) < 300 && signatures.split(" ").some((one) => isEqual(Buffer.from(one)));
}

createServer(async (request, response) => {
  const isSmall = Number(request.headers["content-length"]) <= bodyBytesMax;
  const body = isSmall ? await text(request) : "";
  if (!isOurs(request.headers, body)) return response.writeHead(401).end();
  const event = JSON.parse(body);
  const id = request.headers["webhook-id"];
  if (!seen.has(id))
    console.log(event.event_name, "of", event.visitor.name, event.assign_to ?? event.chat?.messages.length ?? "");
  seen.add(id);
  const card = {
    custom_data: [{ title: "Orders", content: "3 open" }],
    enable_assign: true,
    crm_link: "https://crm.example/cards/551",
  };
  response.end(JSON.stringify({ result: "ok", ...(event.event_name === "chat_accepted" && card) }));
}).listen(Number(PORT), "127.0.0.1");
