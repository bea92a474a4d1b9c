import { ownNetworkHint } from "../../../../core/addresses/own-network.ts";
import type { ApiFailure } from "../../../shared/api/api.ts";
import { textsOf } from "../../../shared/language/texts.ts";
import type { Sentence } from "../../../shared/parts/sentences.ts";
import { settingsForms } from "../../texts/en/settings-forms.ts";
import { urlSentence } from "./checks.ts";

const text = textsOf("settings-forms", settingsForms);

/** The reason why the service sends nothing to an address, and who can change that. Source: AUTH-04 to AUTH-06. */
export const targetSentence: Sentence = ({ said = "" }: ApiFailure) => {
  if (/must be an https URL/.test(said)) return text("plainHttp");
  const target = /The target (\S+(?: \([^()]+\))?) is ([^;.]+)/.exec(said);
  if (target === null) return urlSentence();
  const [, address = "", kind = ""] = target;
  return `${refusal(address, kind)} ${text(said.includes(ownNetworkHint) ? "ownNetworkHint" : "notPublic")}`;
};

/** The service names the kind of an address in English. */
function refusal(target: string, kind: string): string {
  if (kind === "a private address") return text("privateTarget", { target });
  if (kind === "a loopback address") return text("loopbackTarget", { target });
  if (kind === "a link-local address") return text("linkLocalTarget", { target });
  return text("otherTarget", { target, kind });
}
