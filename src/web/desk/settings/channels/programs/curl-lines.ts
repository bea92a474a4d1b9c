/** Shell commands that act as the customer system, as a bot, or as the service. Source: CH-11, CH-17, BOT-10, BOT-24. */

export const statusLine = (statusUrl: string): string => `curl ${quoted(statusUrl)}`;

const postLine = (url: string, body: object): string =>
  `curl -H 'Content-Type: application/json' --data-raw ${quoted(JSON.stringify(body))} ${quoted(url)}`;

export const firstMessageLine = (endpointUrl: string): string =>
  postLine(endpointUrl, {
    sender: { id: "test-1", name: "Test customer" },
    message: { type: "text", text: "Hello, does this work?" },
  });

/** A message of a bot. */
export const botPostLine = (serviceUrl: string): string =>
  postLine(serviceUrl, { event: "BOT_MESSAGE", chat_id: "1", message: { type: "TEXT", text: "Hello" } });

/** An event for a bot. */
export const botEventLine = (address: string): string =>
  postLine(address, {
    ...{ event: "CLIENT_MESSAGE", id: "test-1", client_id: "1", chat_id: "1", site_id: "1", agents_online: true },
    sender: { id: 1, name: "Ann", url: "", has_contacts: false },
    message: { type: "TEXT", text: "Hello", timestamp: 1795792300 },
  });

/** Quotes a text for the shell, which reads all characters between single quotes literally. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
