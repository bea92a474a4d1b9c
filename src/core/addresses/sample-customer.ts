/** `.invalid` never resolves (RFC 2606): while the sample customer is switched off, nothing is sent anywhere. */
const address = /^https:\/\/sample-customer\.invalid\/([\w-]{22,128})$/;

/** The webhook address of a channel whose replies go to the service's own sample customer; `token` opens its page. */
export const sampleWebhookUrl = (token: string): string => `https://sample-customer.invalid/${token}`;

/** The secret of the sample customer's page; `null` for the address of any other system. */
export const sampleTokenOf = (webhookUrl: string): string | null => address.exec(webhookUrl)?.[1] ?? null;

/** The address of the page; `null` for a channel that has none. */
export function samplePageUrl(
  { id, webhookUrl }: { readonly id: string; readonly webhookUrl: string },
  publicUrl: string,
): string | null {
  const token = sampleTokenOf(webhookUrl);
  return token === null ? null : `${publicUrl}/sample/${id}/${token}`;
}

/** The customer of that page, and of the `curl` command that the first start prints. */
export const sampleCustomer = { id: "visitor-1", name: "Ann" } as const;
