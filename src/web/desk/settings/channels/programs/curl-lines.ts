/** Shell commands that act as the customer system. Source: CH-11, CH-17. */

export const statusLine = (statusUrl: string): string => `curl ${quoted(statusUrl)}`;

export function firstMessageLine(endpointUrl: string): string {
  const body = {
    sender: { id: "test-1", name: "Test customer" },
    message: { type: "text", text: "Hello, does this work?" },
  };
  return `curl -H 'Content-Type: application/json' --data-raw ${quoted(JSON.stringify(body))} ${quoted(endpointUrl)}`;
}

/** Quotes a text for the shell, which reads all characters between single quotes literally. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
