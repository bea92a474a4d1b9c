import type { widgetLanguages } from "../../core/widget-languages.ts";

interface InvitationWords {
  readonly subject: string;
  readonly account: string;
  readonly choose: string;
  readonly end: string;
}

export type InvitationLanguage = (typeof widgetLanguages)[number];

/** The words of an invitation by mail. Source: AUTH-15. */
const words: Readonly<Record<InvitationLanguage, InvitationWords>> = {
  en: {
    subject: "Your account at the desk",
    account: "You have an account at this desk:",
    choose: "Choose a password on this page:",
    end: "The page works once, and for 7 days.",
  },
  de: {
    subject: "Ihr Konto am Chat-Arbeitsplatz",
    account: "Sie haben ein Konto an diesem Chat-Arbeitsplatz:",
    choose: "Wählen Sie auf dieser Seite ein Passwort:",
    end: "Die Seite funktioniert einmal und 7 Tage lang.",
  },
  es: {
    subject: "Tu cuenta en el escritorio",
    account: "Tienes una cuenta en este escritorio:",
    choose: "Elige una contraseña en esta página:",
    end: "La página sirve una vez y durante 7 días.",
  },
  fr: {
    subject: "Votre compte dans l’espace de travail",
    account: "Vous avez un compte dans cet espace de travail :",
    choose: "Choisissez un mot de passe sur cette page :",
    end: "La page fonctionne une fois, pendant 7 jours.",
  },
  it: {
    subject: "Il tuo account nella postazione di chat",
    account: "Hai un account in questa postazione di chat:",
    choose: "Scegli una password in questa pagina:",
    end: "La pagina funziona una volta, per 7 giorni.",
  },
  pt: {
    subject: "Sua conta na mesa de atendimento",
    account: "Você tem uma conta nesta mesa de atendimento:",
    choose: "Escolha uma senha nesta página:",
    end: "A página funciona uma vez, durante 7 dias.",
  },
  ar: {
    subject: "حسابك في مكتب المحادثات",
    account: "لديك حساب في هذا المكتب:",
    choose: "اختر كلمة مرور في هذه الصفحة:",
    end: "تعمل الصفحة مرة واحدة، ولمدة 7 أيام.",
  },
};

/** The subject and the text of an invitation. `url` is the page where the agent chooses a password, a secret. */
export function toInvitationMail(
  language: InvitationLanguage,
  { deskUrl, url }: { readonly deskUrl: string; readonly url: string },
): { readonly subject: string; readonly text: string } {
  const { subject, account, choose, end } = words[language];
  return { subject, text: `${account}\n${deskUrl}\n\n${choose}\n${url}\n\n${end}\n` };
}
