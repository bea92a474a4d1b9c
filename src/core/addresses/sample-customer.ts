/** `.invalid` never resolves (RFC 2606): where the sample customer is switched off, nothing is sent anywhere. */
const address = /^https:\/\/sample-customer\.invalid\/([\w-]{22,128})$/;

/** The webhook address of a channel whose replies the service's own sample customer reads; `token` opens its page. */
export const sampleWebhookUrl = (token: string): string => `https://sample-customer.invalid/${token}`;

/** The secret of the sample customer's page; `null` for the address of any other system. */
export const sampleTokenOf = (webhookUrl: string): string | null => address.exec(webhookUrl)?.[1] ?? null;

/** Where the page is; `null` for a channel that has none. */
export function samplePageUrl(
  { id, webhookUrl }: { readonly id: string; readonly webhookUrl: string },
  publicUrl: string,
): string | null {
  const token = sampleTokenOf(webhookUrl);
  return token === null ? null : `${publicUrl}/sample/${id}/${token}`;
}

/** Who writes there, and in the line of `curl` that the first start prints. */
export const sampleCustomer = { id: "visitor-1", name: "Ann" } as const;
