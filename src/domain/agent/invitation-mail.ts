import type { InvitationLanguage } from "../../codec/mail/invitation-mail.ts";
import { toInvitationMail } from "../../codec/mail/invitation-mail.ts";
import { invitationUrl } from "../../core/addresses/invitation.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Mailer } from "../../ports/mailer.ts";
import { newDeliveryId } from "../new-ids.ts";

/**
 * Mails an invitation in one attempt, and resolves within 10 s with whether the mail server took it. The one-time password is neither
 * stored nor logged, so no attempt can be repeated later. Without a mail server it is not mailed. Source: AUTH-15.
 */
export type MailInvitation = (
  invited: { readonly email: string; readonly password: string },
  language: InvitationLanguage,
) => Promise<boolean>;

const timeoutMs = 10_000;

export const createMailInvitation =
  ({
    mailer,
    publicUrl,
    clock,
  }: {
    readonly mailer: Mailer;
    readonly publicUrl: () => string;
    readonly clock: Clock;
  }): MailInvitation =>
  async ({ email, password }, language) => {
    const dateMs = clock.nowMs();
    const url = invitationUrl(publicUrl(), email, password);
    const mail = toInvitationMail(language, { deskUrl: `${publicUrl()}/desk/`, url });
    const { failure } = await mailer.send({
      ...mail,
      to: [email],
      messageId: newDeliveryId(dateMs),
      dateMs,
      timeoutMs,
    });
    return failure === null;
  };
