/** `.invalid` never resolves (RFC 2606): a program that does not know the sample bot sends nothing anywhere. */
export const sampleBotEndpoint = "https://sample-bot.invalid/";

/** Whether a bot is the one inside the service. */
export const isSampleBot = ({ endpoint }: { readonly endpoint: string }): boolean => endpoint === sampleBotEndpoint;
