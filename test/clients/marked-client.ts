import type { ClientRecord, ExportEntry } from "../../src/codec/admin/admin-client.ts";
import { rowCodecs, TextWriter } from "../../src/codec/proto/rows.ts";
import type { Store, TableName } from "../../src/ports/store.ts";
import { describeKey, encodeKey } from "../../src/store/keys.ts";
import { bytesOf, upload } from "../files/upload-parts.ts";
import { everyPage } from "../harness/every-page.ts";
import type { Service } from "../harness/service.ts";
import { random } from "../harness/service-config.ts";
import { asAda, leaveMessages, refuse } from "../webhooks/dead-letters.ts";

/** A client whose data all contain a unique word. */
export interface Marked {
  readonly senderId: string;
  readonly word: string;
  /** The texts that must be found nowhere after the erasure. */
  readonly words: readonly string[];
}

export const markedClient = (word: string): Marked => {
  const digits = String([...word].reduce((sum, letter) => sum + letter.charCodeAt(0), 1_555_017_000));
  return { senderId: `${word}/id 7`, word, words: [word, digits] };
};

const digitsIn = ({ words }: Marked): string => words[1] ?? "";

/**
 * A client with a closed chat (a reply that was delivered and one that failed, a note, a file, events that were refused), left
 * messages, and an open chat with a running attempt and a message that waits for the attempt. Returns the number of its chats.
 */
export async function actAs(service: Service, client: Marked): Promise<readonly string[]> {
  const { senderId, word } = client;
  await leaveMessages(service, 2, senderId);
  for (const report of service.reports) report.answer(refuse);
  await service.settle();
  const first = await talk(service, client, 1);
  await service.pass(10_000);
  const token = await service.logIn("kim");
  await service.call("POST", `/api/chats/${first}/close`, { token });
  await service.settle();
  for (const report of service.reports) report.answer(refuse);
  await service.settle();
  const second = await talk(service, client, 2);
  const body = { type: "text", text: `${word} waits` };
  await service.call("POST", `/api/chats/${second}/messages`, { token, body });
  await service.call("POST", `/api/chats/${second}/messages`, {
    token,
    body,
    headers: { "idempotency-key": `key-${second}` },
  });
  await service.settle();
  return [first, second];
}

async function talk(service: Service, client: Marked, round: number): Promise<string> {
  const { senderId, word } = client;
  const token = await service.logIn("kim");
  const sender = {
    id: senderId,
    name: `${word} Markerson`,
    email: `${word}@mail.example`,
    phone: `+${digitsIn(client)}${round}`,
    url: `https://shop.example.com/${word}`,
  };
  const answer = await service.call("POST", `/chat-api/${random}/MOBILEAPP1`, {
    body: { sender, message: { type: "text", text: `${word} asks`, id: `${word}-${round}` } },
    headers: { "idempotency-key": `${word}-key-${round}` },
  });
  if (answer.status !== 200) throw new Error(`Expected 200, got ${answer.status} ${JSON.stringify(answer.body)}`);
  const { body } = await service.call("GET", "/api/chats?state=waiting", { token });
  const id = body.chats.find(({ client: { id: found } }) => found === senderId)?.id ?? "";
  await service.call("POST", `/api/chats/${id}/accept`, { token });
  await service.call("POST", `/api/chats/${id}/note`, { token, body: { text: `${word} noted` } });
  await service.call("PATCH", `/api/chats/${id}/contact`, { token, body: { description: `${word} described` } });
  await upload(service, id, bytesOf(2_000), { query: `name=${word}.jpg` });
  for (const failure of [null, { kind: "error_answer", code: "no", message: `${word} is full` }] as const) {
    const before = service.attempts.length;
    await service.call("POST", `/api/chats/${id}/messages`, { token, body: { type: "text", text: `${word} hears` } });
    await service.settle();
    if (service.attempts.length > before) service.attempts.at(-1)?.answer({ failure });
    await service.settle();
  }
  return id;
}

/** Accepts all running attempts and the messages that wait for them. */
export async function deliverAll(service: Service): Promise<void> {
  for (let sent = -1; sent < service.attempts.length + service.reports.length; ) {
    sent = service.attempts.length + service.reports.length;
    for (const made of [...service.attempts, ...service.reports]) made.answer();
    await service.settle();
    await service.pass(5_000);
  }
}

/** Returns every row as it is stored, by a readable name. */
export async function rowsIn(store: Store): Promise<ReadonlyMap<string, Buffer>> {
  const found = new Map<string, Buffer>();
  for (const table of Object.keys(rowCodecs) as TableName[]) {
    for (const { key, row } of await store.scan(table, { limit: 1_000_000 })) {
      const bytes = encodeKey(table, key as never);
      const writer = new TextWriter();
      rowCodecs[table].encode(row as never, writer);
      found.set(`${table} ${describeKey(bytes).text}`, Buffer.concat([Buffer.from(bytes, "latin1"), writer.finish()]));
    }
  }
  return found;
}

/** Returns the names of rows that contain one of the words. */
export const rowsWith = (rows: ReadonlyMap<string, Buffer>, words: readonly string[]): readonly string[] =>
  [...rows].filter(([, bytes]) => words.some((word) => bytes.includes(word))).map(([name]) => name);

export const clientPath = ({ senderId }: Marked): string => `/api/clients/${encodeURIComponent(senderId)}`;

/** Moves the time until the client's erasure is done. */
export async function erase(service: Service, client: Marked) {
  const answered = asAda(service, "DELETE", clientPath(client));
  let isAnswered = false;
  const over = (): void => {
    isAnswered = true;
  };
  answered.then(over, over);
  for (let round = 1; !isAnswered; round += 1) {
    await service.settle();
    // A database or a disk takes real time.
    if (round % 300 === 0) await service.pass(500);
  }
  return answered;
}

export async function untilErased(service: Service): Promise<void> {
  for (;;) {
    if ((await service.store.scan("erasure", { prefix: ["pending"], limit: 1 })).length === 0) return;
    await service.pass(500);
  }
}

/** Returns all pages of the client's export. */
export async function exportOf(
  service: Service,
  client: Marked,
): Promise<{ readonly client: ClientRecord; readonly entries: readonly ExportEntry[]; readonly pages: number }> {
  const pages = await everyPage(
    async (cursor) => {
      const { body } = await asAda(service, "GET", `${clientPath(client)}?cursor=${cursor}`);
      // The schema defines this form, and the check of all responses enforces it.
      return body as unknown as { client: ClientRecord; entries: readonly ExportEntry[]; cursor: string | null };
    },
    (page) => [page],
  );
  const last = pages.at(-1);
  if (last === undefined) throw new Error("Nothing was exported");
  return { client: last.client, entries: pages.flatMap(({ entries }) => entries), pages: pages.length };
}
