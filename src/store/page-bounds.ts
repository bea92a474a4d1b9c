/** Limits of one page of raw rows. The row that exceeds the bytes is still part of the page. */
export const pageRowsMax = 2_000;
export const pageBytesMax = 4 * 1024 ** 2;
