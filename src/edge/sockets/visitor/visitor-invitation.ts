import { readInvitationText } from "../../../codec/visitor/visitor-request.ts";
import type { VisitorText } from "../../../domain/chat/visitor-inbox.ts";
import type { Store } from "../../../ports/store.ts";

/** What a page says it invited with. */
export interface ToldInvitation {
  readonly text: string;
  readonly departmentId?: number | null;
}

/** `null` without a text. A department that is not there is nobody's. Source: WJ-25. */
export function readInvitation(
  told: ToldInvitation | undefined,
  store: Pick<Store, "read">,
): VisitorText["invitation"] {
  const text = told === undefined ? null : readInvitationText(told.text);
  if (text === null) return null;
  const id = told?.departmentId ?? 0;
  const row = Number.isSafeInteger(id) && id > 0 ? store.read("department", [id]) : undefined;
  return { text, department: row === undefined ? null : { id, name: row.name } };
}
