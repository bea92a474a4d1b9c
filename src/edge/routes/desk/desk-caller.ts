import type { AgentProfile } from "../../../../machines/agent/agent.types.ts";
import type { AgentSignature } from "../../../../machines/chat/chat.types.ts";
import type { HttpExchange } from "../../http-exchange.ts";
import type { DeskParts } from "./desk-parts.ts";

/** The agent whose session a request carries. */
export interface DeskCaller {
  readonly token: string;
  readonly profile: AgentProfile;
}

/** Who calls; null after having answered 401. To be asked before the handler returns. Source: AUTH-15, ERR-05. */
export function findCaller(desk: DeskParts, exchange: HttpExchange): DeskCaller | null {
  const token = /^bearer +(\S+) *$/i.exec(exchange.header("authorization"))?.[1];
  const agentId = token === undefined ? undefined : desk.accounts.authenticate(token);
  const profile = agentId === undefined ? undefined : desk.runtime.directory.agent(agentId)?.profile;
  if (token === undefined || profile === undefined) {
    const message = "Header Authorization must be Bearer and the token of a live session.";
    exchange.answerFailure({ code: "unauthorized", message });
    return null;
  }
  exchange.subject = `agent/${profile.id}`;
  return { token, profile };
}

export const signatureOf = ({ profile: { id, name, photo } }: DeskCaller): AgentSignature => ({ id, name, photo });
