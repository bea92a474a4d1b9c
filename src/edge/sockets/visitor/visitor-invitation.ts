import { readInvitationText } from "../../../codec/visitor/visitor-request.ts";
import type { Departments } from "../../../domain/agent/departments.ts";
import type { VisitorText } from "../../../domain/chat/visitor-inbox.ts";

/** The invitation that a page reports. */
export interface ToldInvitation {
  readonly text: string;
  readonly departmentId?: number | null;
}

/** `null` without a text. An unknown department becomes none. Source: WJ-25. */
export function readInvitation(
  told: ToldInvitation | undefined,
  departments: Pick<Departments, "find">,
): VisitorText["invitation"] {
  const text = told === undefined ? null : readInvitationText(told.text);
  if (text === null) return null;
  const department = departments.find(told?.departmentId ?? 0) ?? null;
  return { text, department };
}
