/** What only a program could read in a page: what was "got", a quoted nothing, JSON, the key of a field, a code. */
export const forPrograms =
  /\bgot\b|""|''|[{[]"|"\}|\b(webhookUrl|appendPublicId|hiddenErrorCodes|strictAnswers|agentKeywords|acceptTimeoutMs|chatLogEmails|allowedOrigins|safeUrls|timeZone|contactsForm|tokenUrl|clientId|clientSecret|agentId|departmentId)\b|\bField [a-z]|invalid_request|access_denied|\bMust be\b/;
