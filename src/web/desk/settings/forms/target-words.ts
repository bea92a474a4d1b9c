import { ownNetworkHint } from "../../../../core/addresses/own-network.ts";
import type { ApiFailure } from "../../../shared/api/api.ts";
import type { Sentence } from "../../../shared/parts/sentences.ts";
import { urlSentence } from "./checks.ts";

/** Why the service will send nothing to an address, and who can change that. Source: AUTH-04 to AUTH-06. */
export const targetSentence: Sentence = ({ said = "" }: ApiFailure) => {
  if (/must be an https URL/.test(said)) return plainHttp;
  const target = /The target (\S+(?: \([^)]+\))?) is (.+?)(?:; such targets are allowed|\. )/s.exec(said);
  if (target !== null)
    return `${target[1]} is ${target[2]}. ${said.includes(ownNetworkHint) ? ownNetworkHint : notPublic}`;
  return urlSentence;
};

const plainHttp =
  "Enter an address that begins with https://. Plain http is for whoever runs the service to allow, in the config file (outbound.allowHttp).";
const notPublic =
  "The service sends to public addresses. Others are for whoever runs it to allow, in the config file (outbound.allow).";
