/** Matches text that only a program can read: a "got" value, an empty quoted value, JSON, a field key, an error code. */
export const forPrograms =
  /\bgot\b|""|''|[{[]"|"\}|\b(webhookUrl|appendPublicId|hiddenErrorCodes|strictAnswers|agentKeywords|acceptTimeoutMs|chatLogEmails|allowedOrigins|safeUrls|timeZone|contactsForm|contactsFirst|suggestions|tokenUrl|clientId|clientSecret|agentId|departmentId)\b|\bField [a-z]|invalid_request|access_denied|\bMust be\b/;
