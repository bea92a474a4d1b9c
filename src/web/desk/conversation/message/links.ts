/** Whether the address may become a link. */
export const isWebAddress = (url: string): boolean => /^https?:\/\//i.test(url) && URL.canParse(url);
