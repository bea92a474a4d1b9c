import type { OpenChatsAnswer, OpenChatsInput } from "./archive/open-chats.types.ts";
import { OpenMemory } from "./archive/open-memory.ts";

let memory: { readonly id: string; readonly chats: OpenMemory } | null = null;

/** Applies the changes of the open chats and searches them. Its memory ends with its thread, and the caller then sends everything again. */
export function run(input: OpenChatsInput): OpenChatsAnswer {
  const { memoryId, isNew, take, forget, question } = input;
  if (isNew) memory = { id: memoryId, chats: new OpenMemory(input) };
  if (memory?.id !== memoryId) return { kind: "lost" };
  const { chats } = memory;
  for (const chatNumber of forget) chats.forget(chatNumber);
  for (const texts of take) chats.take(texts);
  return { kind: "done", found: question === null ? [] : chats.find(question), isFull: chats.isFull };
}
