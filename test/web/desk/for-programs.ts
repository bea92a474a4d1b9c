/** Texts in a page that only a program can read: a "got" value, empty quotes, JSON, the key of a field, a code. */
export const forPrograms =
  /\bgot\b|""|''|[{[]"|"\}|\b(webhookUrl|appendPublicId|hiddenErrorCodes|strictAnswers|agentKeywords|acceptTimeoutMs|chatLogEmails|allowedOrigins|safeUrls|timeZone|contactsForm|tokenUrl|clientId|clientSecret|agentId|departmentId)\b|\bField [a-z]|invalid_request|access_denied|\bMust be\b/;
